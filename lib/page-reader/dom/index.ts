export { cleanText, oneLine } from '../../text/index.ts';
export { attribute, find, findAll, getTagName, getTextContent, isRendered, matches, property } from './dom.ts';
export { isSecret } from './form-field.ts';
