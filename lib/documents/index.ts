export { type AnswerToken, asAnswer, isLeading, lexAnswer } from './markdown/answer-tokens.ts';
export { isRightToLeft } from './markdown/characters.ts';
export type { DetailsToken } from './markdown/details.ts';
export { type FootnoteToken, footnotesIn, isFootnote } from './markdown/footnotes.ts';
export type { MathToken } from './markdown/math.ts';
export { markdownHtml } from './markdown-html.ts';
export { threadHtml } from './thread-html.ts';
export { type DocumentWords, type ExportedChat, threadMarkdown } from './thread-markdown.ts';
export { ArchiveTooLargeError, type DocumentFile, fileNameOf, uniqueNames, zipFiles } from './zip-files.ts';
