export { estimateTokens } from './token-estimate.ts';
