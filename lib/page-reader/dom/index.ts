export { cleanText, oneLine } from '../../text/index.ts';
export { attribute, property, tagOf } from './dom.ts';
export { isSecret } from './form-field.ts';
