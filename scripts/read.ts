// npm run read -- PATH... --out DIR [--tool read_page] [--input JSON] [--browser chromium|firefox] [--live]: makes the
// extension read saved pages in a real browser. Writes one Markdown file per page and prints one line of JSON each:
// {"page","title","chars","tokens","ms","more"}, with "error" if a page could not be read. The file for read_page
// contains all parts of the page and whole addresses, without the tool's heading. For any other tool it contains the
// tool's result for the model. Scripts of saved pages do not run, except on self-contained pages or, with --live, on
// all pages.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { joinBlocks } from '../lib/page-reader/document/markdown-text.ts';
import { estimateTokens } from '../lib/text/token-estimate.ts';
import type { BrowserName } from './browsers.ts';
import { buildForReading } from './build-for-tests.ts';
import { Reader } from './reader.ts';
import { findPages, isSelfContained, loadPage, type PageBytes, type SavedPage } from './saved-pages.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    tool: { type: 'string', default: 'read_page' },
    input: { type: 'string', default: '{}' },
    browser: { type: 'string', default: 'chromium' },
    live: { type: 'boolean', default: false },
  },
});
const { out, tool, live } = values;
if (positionals.length === 0 || out === undefined || !/^(?:chromium|firefox)$/.test(values.browser)) {
  console.error(
    'usage: npm run read -- PATH... --out DIR [--tool NAME] [--input JSON] [--browser chromium|firefox] [--live]',
  );
  process.exit(2);
}
const browser = values.browser as BrowserName;
const input: unknown = JSON.parse(values.input);
const pages = findPages(positionals);

type Result = { title: string; text: string; ms: number; more: boolean };

async function read(saved: SavedPage): Promise<Result> {
  const bytes = loadPage(saved);
  const isLive = live || isSelfContained(saved, bytes);
  const reader = await readerFor(isLive);
  try {
    return await readAt(reader, saved, { bytes, ownAddress: true });
  } catch (error) {
    if (isLive) throw error;
    // The page's own address may be one that extensions must not read, such as that of their store.
    return readAt(reader, saved, { bytes, ownAddress: false });
  }
}

async function readerFor(isLive: boolean): Promise<Reader> {
  const reader = readers.get(isLive) ?? (await Reader.open(browser, { live: isLive }));
  readers.set(isLive, reader);
  return reader;
}

async function readAt(
  reader: Reader,
  saved: SavedPage,
  how: { bytes: PageBytes; ownAddress: boolean },
): Promise<Result> {
  await reader.show(saved, how);
  const reply = await reader.ask(tool === 'read_page' ? {} : { tool, input });
  const ms = Math.round(reply.ms);
  if (reply.type === 'failed') throw new Error(reply.message);
  if (reply.type === 'output') {
    const { content, details } = reply.output;
    return { title: String(details?.title ?? ''), text: content, ms, more: details?.more === true };
  }
  if (reply.type !== 'reading') throw new Error('The page was not read.');
  const { title, blocks, truncated } = reply.reading;
  return { title, text: joinBlocks(blocks.map((block) => block.markdown)), ms, more: truncated };
}

buildForReading(browser);
const readers = new Map<boolean, Reader>();
let failures = 0;
for (const saved of pages) {
  const file = path.join(out, `${saved.name}.md`);
  mkdirSync(path.dirname(file), { recursive: true });
  const page = saved.name;
  try {
    const { title, text, ms, more } = await read(saved);
    writeFileSync(file, `${text}\n`);
    console.log(JSON.stringify({ page, title, chars: text.length, tokens: estimateTokens(text), ms, more }));
  } catch (error) {
    failures++;
    writeFileSync(file, '');
    const nothing = { page, title: '', chars: 0, tokens: 0, ms: 0, more: false };
    console.log(JSON.stringify({ ...nothing, error: error instanceof Error ? error.message : String(error) }));
  }
}
for (const reader of readers.values()) await reader.close();
process.exitCode = failures === 0 ? 0 : 1;
