import type { ToolCall } from '../lib/protocol/tool-call.ts';

/** A verb in the three forms a card needs: could not `read`, `Reading`, `Read`. */
type Verb = readonly [base: string, present: string, past: string];
type Row = { verb: Verb; what: (input: Record<string, unknown>, where: string) => string };

const READ: Verb = ['read', 'Reading', 'Read'];
const LIST: Verb = ['list', 'Listing', 'Listed'];
const LOOK: Verb = ['look', 'Looking', 'Looked'];

/** What each tool does, in words. Arguments may be missing or anything: models write them. */
const WORDS: Record<string, Row> = {
  read_page: { verb: READ, what: ({ cursor }, where) => `${where}${textOf(cursor) === '' ? '' : ', the next part'}` },
  find_in_page: {
    verb: ['search', 'Searching', 'Searched'],
    what: ({ query }, where) => (textOf(query) === '' ? where : `for “${textOf(query)}”`),
  },
  read_selection: { verb: READ, what: () => 'the selection' },
  read_section: { verb: READ, what: ({ section }) => `the section${quoted('', section)}` },
  list_links: { verb: LIST, what: ({ filter }) => `links${quoted(' that fit', filter)}` },
  read_table: {
    verb: READ,
    what: ({ table, contains }) =>
      `${textOf(table) === '' ? 'a table' : `table ${textOf(table)}`}${quoted(', rows with', contains)}`,
  },
  read_pdf: { verb: READ, what: ({ pages }) => `the PDF${textOf(pages) === '' ? '' : `, pages ${textOf(pages)}`}` },
  read_transcript: {
    verb: READ,
    what: ({ from }) => `the transcript${textOf(from) === '' ? '' : ` from ${textOf(from)}`}`,
  },
  capture_page: { verb: ['take', 'Taking', 'Took'], what: () => 'a picture of the page' },
  page_info: { verb: READ, what: (_input, where) => `what ${where} says of itself` },
  list_forms: { verb: LOOK, what: (_input, where) => `for forms on ${where}` },
  list_tabs: { verb: LOOK, what: () => 'at the open tabs' },
  read_tab: { verb: READ, what: (_input, where) => where },
};

/** Tools that read a page other than the one the question is about. */
const ELSEWHERE = new Set(['read_tab', 'read_pdf']);

/**
 * What a call does, or did, as a person says it: “Reading example.org”, “Searched example.org for “tides””. `pageUrl`: the
 * page the question is about, or null where that is not known. A tool without a row here is called by its name.
 */
export function toolWords(call: ToolCall, pageUrl: string | null): string {
  const row = WORDS[call.toolName];
  if (row === undefined) return toolTitle(call.toolName);
  const input = 'input' in call && typeof call.input === 'object' && call.input !== null ? call.input : {};
  const what = row.what(input as Record<string, unknown>, placeOf(call, pageUrl));
  const [base, present, past] = row.verb;
  if (call.state === 'output-available') return `${past} ${what}`;
  return call.state === 'output-error' ? `Could not ${base} ${what}` : `${present} ${what}`;
}

/** The address a result says it is of, or null. */
export function sourceUrl(call: ToolCall): string | null {
  const url = call.state === 'output-available' ? call.output.details?.url : null;
  return typeof url === 'string' ? url : null;
}

function placeOf(call: ToolCall, pageUrl: string | null): string {
  const isElsewhere = ELSEWHERE.has(call.toolName);
  const host = URL.parse(sourceUrl(call) ?? (isElsewhere ? '' : (pageUrl ?? '')))?.host;
  return host || (isElsewhere ? 'another tab' : 'the page');
}

/** `note_down` as a person says it: Note down. */
function toolTitle(toolName: string): string {
  const words = toolName.replaceAll(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Longest piece of an argument in a line. Characters. */
const LONGEST = 60;

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : '';
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

function quoted(before: string, value: unknown): string {
  const text = textOf(value);
  return text === '' ? '' : `${before} “${text}”`;
}
