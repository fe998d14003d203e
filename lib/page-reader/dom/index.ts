export { cleanText, oneLine } from './clean-text.ts';
export { attribute, property, tagOf } from './dom.ts';
export { isSecret } from './form-field.ts';
