export { cleanText, fingerprint, hasLetterOrDigit, oneLine, readingLength } from './clean-text.ts';
export { csvCell } from './csv.ts';
export { quoted } from './quoted.ts';
export { estimateTokens, MIN_SHARE_OF_ESTIMATE, textAtEnd, textAtStart } from './token-estimate.ts';
export { hasUnspacedText, splitWords } from './words.ts';
