import {
  type ContextReading,
  encodeBase64,
  type FilesRequest,
  type KnownForm,
  type PageAccess,
  type PageBlock,
  type PageContext,
  PageError,
  type PageSnapshot,
  type ProjectFile,
  type TabContextRequest,
  type Transcript,
} from '../contracts/index.ts';
import { blocksOfMarkdown, joinBlocks } from '../page-reader/document/index.ts';
import { oneLine } from '../page-reader/dom/index.ts';
import {
  cursorAt,
  type Position,
  passageSource,
  sentBefore,
  shownBlocks,
  textContext,
} from '../page-reader/query/index.ts';
import { markedBlocks } from '../security/index.ts';
import { knownForms } from './known-forms.ts';
import { transcriptParagraphs, VIDEO_SITES } from './read-transcript.ts';

/** Size of the line that says how to continue, in tokens. */
const READ_ON_TOKENS = 40;

/**
 * Reads a tab for a question: the page's content and the captions of a video. Null if there is no text. Rejects with
 * PageError.
 */
export async function readTabContext(request: TabContextRequest, signal: AbortSignal): Promise<ContextReading | null> {
  const { page, tabId, question, earlier } = request;
  const reading = await page.read(tabId, signal);
  const transcript = VIDEO_SITES.test(reading.url) ? await spokenText(page, tabId, signal) : null;
  const whole = transcript === null ? reading : withTranscript(reading, transcript);
  const kind = transcript === null ? (reading.pdfPages === null ? 'page' : 'pdf') : 'transcript';
  if (whole.blocks.every(({ markdown }) => markdown.trim() === '') && whole.selection === '') return null;
  const before = earlier.filter(({ context }) => isSamePage(context.source, reading) && context.kind === kind);
  const source = passageSource(whole, question, sentBefore(before));
  const sameContexts = before.filter(({ context }) => context.source.snapshot === source.snapshot);
  const hasFile = sameContexts.some(({ context }) => context.pdf !== undefined);
  const pdf = kind === 'pdf' && !hasFile ? await loadPdfFile(request, reading, signal) : null;
  const forms = request.wantsForms && kind === 'page' ? await readKnownForms(request, signal) : [];
  const hasTools = request.isOpenPage && kind === 'page' && (await mayHaveTools(request, signal));
  return {
    wantedTokens: source.wantedTokens,
    select(maxTokens) {
      const room = source.wantedTokens > maxTokens && request.canReadOn ? maxTokens - READ_ON_TOKENS : maxTokens;
      const { rest, ...selected } = source.select(room);
      const next = rest === null ? null : findContinuation(rest, reading, transcript);
      const isToBeContinued = request.canReadOn && next !== null && selected.text !== '';
      return {
        ...selected,
        text: selected.text + (isToBeContinued ? `\n\n[${howToReadOn(next, request)}]` : ''),
        source: {
          tabId,
          url: reading.url,
          ...(reading.cookieStore === undefined ? {} : { cookieStore: reading.cookieStore }),
          title: reading.title,
          snapshot: source.snapshot,
        },
        kind,
        cursor: next?.place ?? null,
        hasChanged: before.length > 0 && source.isNew,
        earlier: sameContexts.map(({ contextId }) => contextId),
        ...(forms.length === 0 ? {} : { forms }),
        ...(hasTools ? { hasTools } : {}),
        ...(pdf === null || selected.text === '' ? {} : { pdf }),
        ...(reading.isWithoutSession ? { isWithoutSession: true } : {}),
      };
    },
  };
}

/** The forms of the page. Empty if they cannot be read, which a tool would report. */
async function readKnownForms({ page, tabId }: TabContextRequest, signal: AbortSignal): Promise<KnownForm[]> {
  try {
    return knownForms(await page.forms(tabId, signal));
  } catch (error) {
    if (error instanceof PageError) return [];
    throw error;
  }
}

/** Whether the page can have registered tools. False if that is unknown. */
async function mayHaveTools({ page, tabId }: TabContextRequest, signal: AbortSignal): Promise<boolean> {
  try {
    return await page.mayHaveTools(tabId, signal);
  } catch (error) {
    if (error instanceof PageError) return false;
    throw error;
  }
}

/**
 * The file of a PDF that was read completely. Null if only text may be sent, or if the file can no longer be loaded or
 * is too large.
 */
async function loadPdfFile(
  { page, tabId, maySendFile }: TabContextRequest,
  { url, snapshot, blocks, truncated, pdfPages }: PageSnapshot,
  signal: AbortSignal,
): Promise<PageContext['pdf'] | null> {
  const text = joinBlocks(blocks.map(({ markdown }) => markdown));
  if (truncated || pdfPages === null || !maySendFile(text)) return null;
  try {
    const bytes = await page.pdfFile({ tabId, url, snapshot }, signal);
    return bytes && { data: encodeBase64(bytes), pages: pdfPages, textLength: text.length };
  } catch (error) {
    if (error instanceof PageError) return null;
    throw error;
  }
}

/**
 * The files of a project as one text, each under its name, so that their passages compete for the same budget. Null if
 * they have no text.
 */
export function readProjectFiles(files: readonly ProjectFile[], request: FilesRequest): ContextReading | null {
  const { project, question, earlier } = request;
  const blocks = files.flatMap(fileBlocks);
  if (blocks.length === 0) return null;
  const before = earlier.filter(({ context }) => context.kind === 'files');
  const lead = files.map(({ name }) => `File: ${oneLine(name, MAX_NAME)}`).join('\n');
  const source = { tabId: null, url: '', title: project.name };
  return textContext({ kind: 'files', source, lead, blocks }, question, before);
}

/** Maximum length of a file's name above its text, in characters. */
const MAX_NAME = 120;

/** A file as blocks, with its name as a heading above all of its own headings. */
function fileBlocks({ name, text }: ProjectFile): PageBlock[] {
  // Marked after cleaning, which would remove the marks.
  const blocks = markedBlocks(blocksOfMarkdown(text));
  if (blocks.length === 0) return [];
  const heading: PageBlock = { markdown: `# ${oneLine(name, MAX_NAME)}`, kind: 'heading', headingLevel: 1 };
  const below = (level: number | null) => (level === null ? null : level + 1);
  return [heading, ...blocks.map((block) => ({ ...block, headingLevel: below(block.headingLevel) }))];
}

type PagePlace = { url: string; cookieStore?: string | undefined };

/**
 * Whether two addresses refer to the same page, for the same account. The fragment is ignored, unless an application
 * keeps its route in it.
 */
function isSamePage(one: PagePlace, other: PagePlace): boolean {
  const stripFragment = ({ url }: PagePlace) => url.replace(/#(?![!/]).*$/, '');
  return one.cookieStore === other.cookieStore && stripFragment(one) === stripFragment(other);
}

type Place = { tool: 'page' | 'transcript'; place: string };

/** Where a tool continues: a cursor for the page, a time for captions. */
function findContinuation(rest: Position, reading: PageSnapshot, transcript: Transcript | null): Place {
  const blocks = shownBlocks(reading, 'main');
  if (transcript !== null && rest.block >= blocks.length) {
    // The first of these blocks is the heading above the captions.
    const paragraph = transcriptParagraphs(transcript)[Math.max(0, rest.block - blocks.length - 1)];
    return { tool: 'transcript', place: paragraph?.start ?? '0:00' };
  }
  return { tool: 'page', place: cursorAt(rest, 'main', blocks, reading.snapshot) };
}

function howToReadOn({ tool, place }: Place, { tabId, isOpenPage }: TabContextRequest): string {
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
