export { cleanText, fingerprint, hasHiddenText, hasLetterOrDigit, oneLine, readingLength } from './clean-text.ts';
export { csvCell } from './csv.ts';
export { decodedComponent } from './decoded-component.ts';
export { decodeHtmlEntities } from './html-entities.ts';
export { htmlTitle } from './html-title.ts';
export { quoted } from './quoted.ts';
export { splitSentences } from './sentences.ts';
export { estimateTokens, MIN_SHARE_OF_ESTIMATE, textAtEnd, textAtStart } from './token-estimate.ts';
export { hasUnspacedText, splitWords } from './words.ts';
