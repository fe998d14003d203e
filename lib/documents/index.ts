export { type MathToken, markdownHtml, mathExtensions } from './markdown-html.ts';
export { threadHtml } from './thread-html.ts';
export { type DocumentWords, type ExportedChat, threadMarkdown } from './thread-markdown.ts';
export { ArchiveTooLargeError, type DocumentFile, fileNameOf, uniqueNames, zipFiles } from './zip-files.ts';
