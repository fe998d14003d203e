export { composeReading } from './compose-document.ts';
export { decodeHtml, decodeText } from './decode-text.ts';
export { fingerprint } from './fingerprint.ts';
export { joinBlocks, plainText } from './markdown-text.ts';
export { blocksOfMarkdown, type GoogleExport, googleExport, plainReading } from './plain-document.ts';
