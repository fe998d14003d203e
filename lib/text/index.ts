export { quoted } from './quoted.ts';
export { estimateTokens, MIN_SHARE_OF_ESTIMATE, textAtEnd, textAtStart } from './token-estimate.ts';
export { hasUnspacedText, splitWords } from './words.ts';
