import {
  type CarriedContext,
  type ContextReading,
  type ContextRequest,
  type PageAccess,
  type PageBlock,
  PageError,
  type PageSnapshot,
  type Transcript,
} from '../contracts/index.ts';
import { cursorAt, type Position, passageSource, type SentPassages, shownBlocks } from '../page-reader/query/index.ts';
import { transcriptParagraphs, videoSites } from './read-transcript.ts';

/** Size of the line that says how to continue, in tokens. */
const READ_ON_TOKENS = 40;

/**
 * Reads a tab for a question: the page's content and the captions of a video. Null if there is no text. Rejects with PageError.
 */
export async function readContext(request: ContextRequest, signal: AbortSignal): Promise<ContextReading | null> {
  const { page, tabId, question, earlier } = request;
  const reading = await page.read(tabId, signal);
  const transcript = videoSites.test(reading.url) ? await spokenText(page, tabId, signal) : null;
  const whole = transcript === null ? reading : withTranscript(reading, transcript);
  const kind = transcript === null ? (reading.pdfPages === null ? 'page' : 'pdf') : 'transcript';
  if (whole.blocks.every(({ markdown }) => markdown.trim() === '') && whole.selection === '') return null;
  const before = earlier.filter(({ context }) => isSamePage(context.source.url, reading.url) && context.kind === kind);
  const source = passageSource(whole, question, sentBefore(before));
  const known = before.filter(({ context }) => context.source.snapshot === source.snapshot);
  return {
    wantedTokens: source.wantedTokens,
    select(maxTokens) {
      const room = source.wantedTokens > maxTokens && request.canReadOn ? maxTokens - READ_ON_TOKENS : maxTokens;
      const { rest, ...selected } = source.select(room);
      const next = rest === null ? null : placeOf(rest, reading, transcript);
      const isToBeContinued = request.canReadOn && next !== null && selected.text !== '';
      return {
        ...selected,
        text: selected.text + (isToBeContinued ? `\n\n[${howToReadOn(next, request)}]` : ''),
        source: { tabId, url: reading.url, title: reading.title, snapshot: source.snapshot },
        kind,
        cursor: next?.place ?? null,
        hasChanged: before.length > 0 && source.isNew,
        earlier: known.map(({ contextId }) => contextId),
      };
    },
  };
}

/** Everything that was sent of the page since it last changed. */
function sentBefore(before: readonly CarriedContext[]): SentPassages | null {
  const snapshot = before.at(-1)?.context.source.snapshot;
  if (snapshot === undefined) return null;
  const same = before.flatMap(({ context }) => (context.source.snapshot === snapshot ? [context] : []));
  return { snapshot, ranges: same.flatMap(({ ranges }) => ranges), texts: same.map(({ text }) => text) };
}

/** Whether two addresses are of one page: a fragment is ignored, unless an application keeps its route in it. */
function isSamePage(one: string, other: string): boolean {
  const pageOf = (url: string) => url.replace(/#(?![!/]).*$/, '');
  return pageOf(one) === pageOf(other);
}

type Place = { tool: 'page' | 'transcript'; place: string };

/** Where a tool continues: a cursor for the page, a time for captions. */
function placeOf(rest: Position, reading: PageSnapshot, transcript: Transcript | null): Place {
  const blocks = shownBlocks(reading, 'main');
  if (transcript !== null && rest.block >= blocks.length) {
    // The first of these blocks is the heading above the captions.
    const paragraph = transcriptParagraphs(transcript)[Math.max(0, rest.block - blocks.length - 1)];
    return { tool: 'transcript', place: paragraph?.start ?? '0:00' };
  }
  return { tool: 'page', place: cursorAt(rest, 'main', blocks, reading.snapshot) };
}

function howToReadOn({ tool, place }: Place, { tabId, isOpenPage }: ContextRequest): string {
  if (tool === 'transcript' && isOpenPage) return `read_transcript with from "${place}" reads what is left out`;
  if (tool === 'transcript') return 'what is left out cannot be read from here';
  return isOpenPage
    ? `read_page with cursor "${place}" reads what is left out`
    : `read_tab with tab_id ${tabId} and cursor "${place}" reads what is left out`;
}

/** The captions of the video on a page, or null if there are none. */
async function spokenText(page: PageAccess, tabId: number, signal: AbortSignal): Promise<Transcript | null> {
  try {
    const transcript = await page.transcript(tabId, signal);
    return transcript === null || transcript.lines.length === 0 ? null : transcript;
  } catch (error) {
    // The page itself can still be read.
    if (error instanceof PageError) return null;
    throw error;
  }
}

/** The page with the captions of its video below it, under their own heading. */
function withTranscript(reading: PageSnapshot, transcript: Transcript): PageSnapshot {
  const heading: PageBlock = { markdown: '## Said in the video', kind: 'heading', headingLevel: 2 };
  const lines = transcriptParagraphs(transcript).map(
    ({ line }): PageBlock => ({ markdown: line, kind: 'paragraph', headingLevel: null }),
  );
  // `around` contains indexes into the page's blocks, so the captions come after all of them.
  return { ...reading, blocks: [...reading.blocks, heading, ...lines] };
}
