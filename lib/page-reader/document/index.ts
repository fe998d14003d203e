export { composeReading } from './compose-document.ts';
export { decodeText } from './decode-text.ts';
export { fingerprint } from './fingerprint.ts';
export { type GoogleExport, googleExport } from './google-docs.ts';
export { joinBlocks } from './join-blocks.ts';
export { plainReading } from './plain-document.ts';
export { plainText } from './plain-text.ts';
