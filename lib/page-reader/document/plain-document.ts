import type { PageBlock, PageSnapshot } from '../../contracts/index.ts';
import { cleanText, decodedComponent } from '../../text/index.ts';
import { codeBlock, MAX_SOURCE_LENGTH } from '../dom/source-text.ts';
import { csvTable, isCsv } from './csv-table.ts';
import { declaredEncoding } from './declared-encoding.ts';
import { decodeBytes, parseCharset } from './decode-text.ts';
import { tableMarkdown } from './table-grid.ts';

const LANGUAGES: [RegExp, string][] = [
  [/json/, 'json'],
  [/xml|svg/, 'xml'],
  [/javascript/, 'js'],
  [/css/, 'css'],
  [/yaml/, 'yaml'],
];

/**
 * The reading of a document that is not a web page (JSON, XML, text), as it was fetched. Pictures and other binary
 * files have no text.
 */
export function plainReading(document: {
  url: string;
  contentType: string;
  bytes: Uint8Array;
  print: string;
}): PageSnapshot {
  const { url, contentType, bytes, print } = document;
  const isText = /^text\/|json|xml|javascript|yaml|csv/.test(contentType);
  const text = isText
    ? decodeBytes(bytes, [parseCharset(contentType), contentType.includes('xml') ? declaredEncoding(bytes) : undefined])
    : '';
  return {
    url,
    title: readFileName(url),
    language: '',
    layout: 'page',
    blocks: isText ? textBlocks(text, contentType, url) : [],
    around: [],
    selection: '',
    truncated: text.length > MAX_SOURCE_LENGTH,
    frameKey: '',
    snapshot: print,
    unreadFrames: [],
    pdfPages: null,
  };
}

/** The name of the file at an address; '' if it has none. */
export function readFileName(url: string): string {
  return decodedComponent(URL.parse(url)?.pathname.split('/').at(-1) ?? '');
}

function textBlocks(text: string, contentType: string, url: string): PageBlock[] {
  if (contentType.startsWith('text/markdown')) return blocksOfMarkdown(text.slice(0, MAX_SOURCE_LENGTH));
  return plainBlocks(text, contentType, url);
}

/** Formats text without layout: values as a table, all else as one block of code in its language. JSON is indented. */
export function plainBlocks(text: string, contentType: string, url: string): PageBlock[] {
  const hasValues = isCsv(contentType, url);
  const table = hasValues ? csvTable(text.slice(0, MAX_SOURCE_LENGTH), text.length > MAX_SOURCE_LENGTH) : null;
  if (table !== null) return [{ markdown: tableMarkdown(table), kind: 'table', headingLevel: null, table }];
  const language = hasValues ? 'csv' : (LANGUAGES.find(([pattern]) => pattern.test(contentType))?.[1] ?? '');
  const source = language === 'json' ? setOut(text) : text;
  const markdown = codeBlock(cleanText(source.slice(0, MAX_SOURCE_LENGTH)), language);
  return markdown === '' ? [] : [{ markdown, kind: 'code', headingLevel: null }];
}

function setOut(json: string): string {
  try {
    return json.length > MAX_SOURCE_LENGTH ? json : JSON.stringify(JSON.parse(json), null, 1);
  } catch {
    return json;
  }
}

export type GoogleExport = { url: string; contentType: string };

/**
 * The export address of the open Google Docs document, whose text is drawn on a canvas and so cannot be read from the
 * page. Uses the same site and session as its menu item Download (Drive API: export formats). Null for other pages.
 */
export function googleExport(address: string): GoogleExport | null {
  const url = URL.parse(address);
  const match = /^\/((document|spreadsheets|presentation)(?:\/u\/\d+)?)\/d\/([\w-]+)\//.exec(url?.pathname ?? '');
  if (url?.hostname !== 'docs.google.com' || !match) return null;
  // `/u/1` selects the second of the signed-in accounts.
  const [, path, kind, id] = match;
  const base = `${url.origin}/${path}/d/${id}/export`;
  switch (kind) {
    case 'document':
      return { url: `${base}?format=md`, contentType: 'text/markdown' };
    case 'spreadsheets': {
      const sheet = /[#&?]gid=(\d+)/.exec(url.href)?.[1] ?? '0';
      return { url: `${base}?format=csv&gid=${sheet}`, contentType: 'text/csv' };
    }
    default:
      return { url: `${base}/txt`, contentType: 'text/plain' };
  }
}

/** Converts external Markdown to blocks. Splits at empty lines, keeps code whole, and omits pictures. */
export function blocksOfMarkdown(source: string): PageBlock[] {
  const text = cleanText(source)
    .replace(/\r\n?/g, '\n')
    .replace(/^\[[^[\]\n]+\]: <data:[^<>\n]*>$/gm, '')
    .replace(/!\[[^[\]]*\](?:\[[^[\]]*\]|\(data:[^()]*\))/g, '');
  return splitAtFences(text)
    .flatMap((part) => (part.startsWith('```') ? [parseBlock(part)] : part.split(/\n{2,}/).map(parseBlock)))
    .filter(({ markdown }) => markdown !== '');
}

/** Code with its fences, and the text between, in order. Code that does not end is text; its end is looked for once. */
function splitAtFences(text: string): string[] {
  const ends = [...text.matchAll(/^```$/gm)].map(({ index }) => index);
  const parts: string[] = [];
  let from = 0;
  let next = 0;
  for (const { index } of text.matchAll(/^```/gm)) {
    if (index < from) continue;
    while ((ends[next] ?? text.length) < index + 3) next += 1;
    const end = ends[next];
    if (end === undefined) break;
    parts.push(text.slice(from, index), text.slice(index, end + 3));
    from = end + 3;
  }
  return [...parts, text.slice(from)];
}

function parseBlock(part: string): PageBlock {
  const markdown = part.trim();
  const level = /^(#{1,6}) \S/.exec(markdown)?.[1]?.length ?? null;
  if (level !== null && !markdown.includes('\n')) return { markdown, kind: 'heading', headingLevel: level };
  const kind = markdown.startsWith('```') ? 'code' : /^[-*+] |^\d+\. /.test(markdown) ? 'list' : 'paragraph';
  return { markdown, kind, headingLevel: null };
}
