export { cleanText, oneLine } from '../../text/index.ts';
export { attribute, find, findAll, getTagName, getTextContent, matches, property } from './dom.ts';
export { isSecret } from './form-field.ts';
