export { cleanText, oneLine } from './clean-text.ts';
export { isSecret } from './form-field.ts';
