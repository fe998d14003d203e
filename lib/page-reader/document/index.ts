export { fingerprint } from '../../text/index.ts';
export { composeReading } from './compose-document.ts';
export { decodeHtml, decodeText } from './decode-text.ts';
export { joinBlocks, plainText } from './markdown-text.ts';
export { blocksOfMarkdown, type GoogleExport, googleExport, plainReading } from './plain-document.ts';
