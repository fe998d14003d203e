import type { ToolCall } from '../../lib/contracts/index.ts';
import { type MessageKey, t, type ValuesOf } from '../../lib/i18n/index.ts';

/** The forms of a label: while a call runs, after success, and after a failure. */
type Tense = 'Doing' | 'Done' | 'Failed';
type Phrase = MessageKey extends infer Key ? (Key extends `${infer Base}Doing` ? Base : never) : never;
type Say = <P extends Phrase>(phrase: P, ...values: ValuesOf<`${P}Doing`>) => string;

type Row = (say: Say, input: Record<string, unknown>, host: string | null) => string;

const page: Row = (say, { cursor }, host) => {
  if (textOf(cursor) === '') return host === null ? say('toolThePage') : say('toolPage', { host });
  return host === null ? say('toolThePageNext') : say('toolPageNext', { host });
};

const table: Row = (say, input) => {
  const [name, words] = [textOf(input.table), textOf(input.contains)];
  if (words === '') return name === '' ? say('toolATable') : say('toolTable', { table: name });
  return name === '' ? say('toolATableRows', { words }) : say('toolTableRows', { table: name, words });
};

/** What each tool does, in words. Arguments may be missing or anything: models write them. */
const WORDS: Record<string, Row> = {
  read_page: page,
  find_in_page: (say, input, host) => {
    const words = textOf(input.query);
    if (words !== '') return say('toolFind', { words });
    return host === null ? say('toolSearchThePage') : say('toolSearch', { host });
  },
  read_selection: (say) => say('toolSelection'),
  read_section: (say, input) => {
    const section = textOf(input.section);
    return section === '' ? say('toolTheSection') : say('toolSection', { section });
  },
  list_links: (say, { filter }) => {
    const words = textOf(filter);
    return words === '' ? say('toolLinks') : say('toolLinksThatFit', { words });
  },
  read_table: table,
  read_pdf: (say, input) => {
    const pages = textOf(input.pages);
    return pages === '' ? say('toolPdf') : say('toolPdfPages', { pages });
  },
  read_transcript: (say, input) => {
    const from = textOf(input.from);
    return from === '' ? say('toolTranscript') : say('toolTranscriptFrom', { from });
  },
  export_page_data: (say, { what }) => {
    if (what === 'table') return say('toolExportTable');
    return what === 'transcript' ? say('toolExportTranscript') : say('toolExportLinks');
  },
  capture_page: (say) => say('toolCapture'),
  page_info: (say, _input, host) => (host === null ? say('toolThePageInfo') : say('toolInfo', { host })),
  list_forms: (say, _input, host) => (host === null ? say('toolThePageForms') : say('toolForms', { host })),
  web_search: (say, { query }) => {
    const words = textOf(query);
    return words === '' ? say('toolTheWeb') : say('toolWebSearch', { words });
  },
  open_page: (say, { url }) => {
    const host = URL.parse(textOf(url))?.host ?? '';
    return host === '' ? say('toolAPage') : say('toolOpenPage', { host });
  },
  search_chats: (say, { query }) => {
    const words = textOf(query);
    return words === '' ? say('toolOwnChats') : say('toolSearchChats', { words });
  },
  list_tabs: (say) => say('toolTabs'),
  read_tab: (say, _input, host) => (host === null ? say('toolAnotherTab') : say('toolPage', { host })),
};

/** Tools that read a page other than the one the question is about. */
const ELSEWHERE = new Set(['read_tab', 'read_pdf', 'open_page']);

/**
 * What a call does, or did, as a user says it: “Reading example.org”, “Searched example.org for “tides””. `pageUrl`: the page
 * the question is about, or null where that is not known. A tool without a row here is called by its name.
 */
export function toolLabels(call: ToolCall, pageUrl: string | null): string {
  const row = WORDS[call.toolName];
  if (row === undefined) return toolTitle(call.toolName);
  const input = 'input' in call && typeof call.input === 'object' && call.input !== null ? call.input : {};
  return row(sayIn(tenseOf(call)), input as Record<string, unknown>, hostOf(call, pageUrl));
}

function tenseOf({ state }: ToolCall): Tense {
  if (state === 'output-available') return 'Done';
  return state === 'output-error' ? 'Failed' : 'Doing';
}

/** All tenses of a phrase have the same values. */
function sayIn(tense: Tense): Say {
  return (phrase, ...values) => t(`${phrase}${tense}` as `${typeof phrase}Doing`, ...values);
}

/** The address a result says it is of, or null. */
export function sourceUrl(call: ToolCall): string | null {
  const url = call.state === 'output-available' ? call.output.details?.url : null;
  return typeof url === 'string' ? url : null;
}

/** The host of the page that a call reads, or null where it is not known. */
function hostOf(call: ToolCall, pageUrl: string | null): string | null {
  const isElsewhere = ELSEWHERE.has(call.toolName);
  return URL.parse(sourceUrl(call) ?? (isElsewhere ? '' : (pageUrl ?? '')))?.host || null;
}

/** `note_down` as a user says it: Note down. */
function toolTitle(toolName: string): string {
  const words = toolName.replaceAll(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Longest piece of an argument in a line. Characters. */
const MAX_LENGTH = 60;

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : '';
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
}
