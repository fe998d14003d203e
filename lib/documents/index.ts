export { keepDrawnMarkdown } from './drawn-markdown.ts';
export { factsMarkdown } from './facts-markdown.ts';
export { type AnswerToken, lexAnswer, setsBlockDirection, toAnswerTokens } from './markdown/answer-tokens.ts';
export { isCjk, isRightToLeft } from './markdown/characters.ts';
export type { DetailsToken } from './markdown/details.ts';
export { type FootnoteToken, footnotesIn, isFootnote } from './markdown/footnotes.ts';
export type { MathToken } from './markdown/math.ts';
export { placeTexts, type TextPiece } from './markdown/text-places.ts';
export { linkPictures, markdownHtml } from './markdown-html.ts';
export { threadHtml } from './thread-html.ts';
export { type DocumentWords, type ExportedChat, threadMarkdown } from './thread-markdown.ts';
export {
  ArchiveTooLargeError,
  buildFileName,
  type DocumentFile,
  uniqueNames,
  zipFiles,
} from './zip-files.ts';
