export { composeReading } from './compose-document.ts';
export { decodeText } from './decode-text.ts';
export { fingerprint } from './fingerprint.ts';
export { joinBlocks } from './join-blocks.ts';
export { plainText } from './markdown-text.ts';
export { type GoogleExport, googleExport, plainReading } from './plain-document.ts';
