export { cleanText, oneLine } from './clean-text.ts';
