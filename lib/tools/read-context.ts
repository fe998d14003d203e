import { selectPassages } from '../page/select-passages.ts';
import type { PageAccess, PageBlock, PageSnapshot } from '../protocol/page.ts';
import type { ContextRequest, PageContext, PassageRange } from '../protocol/page-context.ts';
import { transcriptParagraphs, videoSites } from './read-transcript.ts';

/**
 * Reads a tab and selects what goes with the question: of a video with captions what is said, of everything else what the
 * page shows. null where there is no text at all. Rejects with PageError.
 */
export async function readContext(request: ContextRequest, signal: AbortSignal): Promise<PageContext | null> {
  const { page, tabId, question, maxTokens, earlier, canReadOn } = request;
  const reading = await page.read(tabId, signal);
  const transcript = videoSites.test(reading.url) ? await transcriptReading(page, reading, tabId, signal) : null;
  const source = transcript ?? reading;
  const kind = transcript ? 'transcript' : reading.pdfPages === null ? 'page' : 'pdf';
  if (source.blocks.every(({ markdown }) => markdown.trim() === '') && source.selection === '') return null;
  const before = earlier.filter((each) => each.source.url === source.url && each.kind === kind);
  const { snapshot, ...selected } = selectPassages(source, { question, maxTokens, sent: sentBefore(before) });
  const rest =
    canReadOn && selected.cursor !== null
      ? `\n\n[read_page with cursor "${selected.cursor}" reads what is left out]`
      : '';
  return {
    ...selected,
    text: selected.text + rest,
    source: { tabId, url: source.url, title: source.title, snapshot },
    kind,
    hasChanged: before.length > 0 && before.at(-1)?.source.snapshot !== snapshot,
  };
}

/** All that was sent of the page since it last changed. */
function sentBefore(before: readonly PageContext[]): { snapshot: string; ranges: PassageRange[] } | null {
  const snapshot = before.at(-1)?.source.snapshot;
  if (snapshot === undefined) return null;
  return { snapshot, ranges: before.flatMap((each) => (each.source.snapshot === snapshot ? each.ranges : [])) };
}

/** What is said in the video on a page, as a reading of its own; null where there is none with captions. */
async function transcriptReading(
  page: PageAccess,
  reading: PageSnapshot,
  tabId: number,
  signal: AbortSignal,
): Promise<PageSnapshot | null> {
  const transcript = await page.transcript(tabId, signal);
  if (transcript === null || transcript.lines.length === 0) return null;
  const blocks = transcriptParagraphs(transcript).map(
    ({ line }): PageBlock => ({ markdown: line, kind: 'paragraph', headingLevel: null }),
  );
  return { ...reading, title: transcript.title, language: transcript.language, blocks, around: [] };
}
