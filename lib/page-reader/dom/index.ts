export { cleanText, oneLine } from '../../text/index.ts';
export { attribute, find, findAll, matches, property, tagOf, textOf } from './dom.ts';
export { isSecret } from './form-field.ts';
