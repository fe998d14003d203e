import type { ContextDocument, ContextReading, DocumentRequest } from '../../contracts/index.ts';
import { blocksOfMarkdown } from '../../page-reader/document/index.ts';
import { textContext } from '../../page-reader/query/index.ts';
import { markedBlocks, maskSecrets } from '../../security/index.ts';
import { oneLine } from '../../text/index.ts';

/** The maximum length of a title above its text, in characters. */
const MAX_TITLE = 300;

/** Prepares a document for a question. Null if it has no text. */
export function readDocument(
  { title, text }: ContextDocument,
  { id: documentId, question, earlier }: DocumentRequest,
): ContextReading | null {
  // The marks are added after cleaning, which removes marks.
  const blocks = markedBlocks(blocksOfMarkdown(text));
  if (blocks.length === 0) return null;
  const before = earlier.filter(({ context }) => context.source.documentId === documentId);
  const lead = `Document: ${oneLine(maskSecrets(title).text, MAX_TITLE)}`;
  const source = { tabId: null, documentId, url: '', title };
  return textContext({ kind: 'document', source, lead, blocks }, question, before);
}
