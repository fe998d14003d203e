import { describe, expect, test } from 'vitest';
import { listToolCalls } from '../contracts/index.ts';
import type { ModelRequest } from '../contracts/model-client.ts';
import type { Tool } from '../contracts/tool.ts';
import type { ToolContext } from '../contracts/tool-context.ts';
import { markedPages, maskSecrets, pinnedPages } from '../security/index.ts';
import { unmarkedContext, unmarkedOutput } from '../security/marked-pages.ts';
import { scriptedChat } from '../testing/agent/scripted-chat.ts';
import { STEP_END, scriptedCall, scriptedText } from '../testing/agent/scripted-model.ts';
import { hasResult } from '../testing/agent/scripted-run.ts';
import { buildReading, granted, MemoryPages } from '../testing/tools/memory-pages.ts';
import { at, run } from '../testing/tools/sample-pages.ts';
import { findInPage } from './find-in-page.ts';
import { tools } from './index.ts';
import { listTabs } from './list-tabs.ts';
import { readTabContext } from './read-context.ts';
import { readPage } from './read-page.ts';
import { readPdf } from './read-pdf.ts';
import { readSection } from './read-section.ts';
import { readSelection } from './read-selection.ts';
import { readTab } from './read-tab.ts';
import { readTable } from './read-table.ts';

/** Lines of base64 that are all different. */
const LINES = Array.from({ length: 50 }, (_, line) =>
  Array.from(
    { length: 64 },
    (_, at) =>
      'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'[(line * 31 + at * at * 7 + at * line) % 64],
  ).join(''),
);
const KEY = ['-----BEGIN PRIVATE KEY-----', ...LINES, '-----END PRIVATE KEY-----'].join('\n');
const CARD = '4111 1111 1111 1111';
const filler = (words: number) => Array.from({ length: words }, (_, at) => `word${at}`).join(' ');
/** The number begins at character 582, and a passage ends at 600. */
const split = `${'Lorem ipsum dolor sit amet. '.repeat(30).slice(0, 581)} ${CARD} and so on. ${filler(200)}`;

const pages = new MemoryPages({
  1: granted({
    ...buildReading('keys', '# Keys', filler(300), `\`\`\`\n${KEY}\n\`\`\``, '## After', filler(300)),
    selection: LINES.slice(3, 9).join('\n'),
  }),
  2: granted(buildReading('card', '# Card', split)),
  3: granted(
    buildReading('table', `| User | Password |\n| --- | --- |\n| maria | Tr0ub4dor&3 |\n| jan | c0rrect-horse |`),
  ),
  4: granted({ ...buildReading('pdf', '# Page 1', filler(30), KEY, '# Page 2', 'End.'), pdfPages: 2 }),
});
const marked = (() => {
  const sites = new Set(['https://keys.test', 'https://card.test', 'https://table.test', 'https://pdf.test']);
  return markedPages(pinnedPages(pages, { sites }));
})();

/** What a model gets of all parts of a page, with one call after the other. */
async function sent(tool: Tool, input: Record<string, unknown>, tabId: number, contextWindow: number | null) {
  const context: ToolContext = { ...at(tabId, contextWindow), page: marked };
  const parts: string[] = [];
  for (let next: Record<string, unknown> | null = input; next !== null && parts.length < 40; ) {
    const output = unmarkedOutput(await run(tool, next, context));
    expect(JSON.stringify(output)).not.toMatch(/[\uFDD0-\uFDEF]/);
    parts.push(maskSecrets(output.content, output.secrets).text);
    const cursor: string | undefined = /cursor "([^"]+)"/.exec(output.content)?.[1];
    const page: string | undefined = /call read_pdf with pages "([^"]+)"/.exec(output.content)?.[1];
    if (tool === readSection) [tool, input] = [readPage, {}];
    next = cursor !== undefined ? { ...input, cursor } : page !== undefined ? { ...input, pages: page } : null;
  }
  return parts.join('\n');
}

const WINDOWS = [2_000, 4_000, 8_000, 16_000, 64_000, null];

describe('nothing of a private key of 50 lines is shown', () => {
  test.each<[string, Tool, Record<string, unknown>, number]>([
    ['by read_page', readPage, {}, 1],
    ['by read_page, with everything visible', readPage, { whole: true }, 1],
    ['by read_tab', readTab, { tab_id: 1 }, 1],
    ['by read_tab about something', readTab, { tab_id: 1, about: 'word7 key' }, 1],
    ['by read_section', readSection, { section: 'Keys' }, 1],
    ['by read_selection', readSelection, {}, 1],
    ['by read_pdf', readPdf, {}, 4],
  ])('%s', async (_, tool, input, tabId) => {
    for (const window of WINDOWS) {
      const text = await sent(tool, input, tabId, window);
      expect(LINES.filter((line) => text.includes(line) || text.includes(line.slice(0, 32)))).toEqual([]);
      // A small part of a PDF ends before the key.
      if (window === null) expect(text).toContain('[masked: private key]');
    }
  });

  test('by find_in_page, regardless of the search', async () => {
    for (const query of [
      'PRIVATE KEY',
      'word299 key',
      'END PRIVATE',
      ...LINES.slice(0, 12),
      LINES[9]?.slice(0, 20) ?? '',
    ]) {
      const text = await sent(findInPage, { query }, 1, null);
      // The query is repeated in the result, but comes from the model itself.
      expect(LINES.filter((line) => line !== query && text.includes(line))).toEqual([]);
    }
  });

  test.each([500, 600, 1_000, 4_000, 20_000])('by the page that goes with a question, in %i tokens', async (tokens) => {
    for (const question of ['What is the key?', 'word299', 'Summarize this page.']) {
      const request = {
        type: 'tab' as const,
        page: marked,
        tabId: 1,
        isOpenPage: true,
        question,
        earlier: [],
        canReadOn: true,
        wantsForms: false,
        maySendFile: () => false,
      };
      const reading = await readTabContext(request, new AbortController().signal);
      const context = unmarkedContext((reading as NonNullable<typeof reading>).select(tokens));
      const { text } = maskSecrets(context.text, context.secrets);
      expect(LINES.filter((line) => text.includes(line.slice(0, 32)))).toEqual([]);
    }
  });
});

test('a card number that a passage cuts is masked in both of its parts', async () => {
  for (const query of ['Lorem ipsum dolor', '1111', 'and so on word1', 'word5']) {
    const text = await sent(findInPage, { query }, 2, null);
    expect(text.replaceAll(`"${query}"`, '')).not.toMatch(/4111|1111/);
  }
});

test('a card number in the title of a tab is masked or left out, wherever the title is cut', async () => {
  for (let before = 120; before < 150; before++) {
    const title = `${'Orders and returns. '.repeat(8).slice(0, before)} ${CARD} of Jan`;
    const page = new MemoryPages({ 1: granted({ ...buildReading('shop', 'Shop'), title }) });
    const { content } = await run(listTabs, {}, { ...at(1), page });
    expect(maskSecrets(content).text).not.toMatch(/4111|1111/);
  }
});

test('a column of passwords is masked in rows and formats that are asked for alone', async () => {
  for (const input of [
    { rows: '2' },
    { columns: 'Password' },
    { columns: '2', rows: '1' },
    { format: 'csv', rows: '2' },
  ]) {
    const text = await sent(readTable, input, 3, null);
    expect(text).not.toMatch(/Tr0ub4dor|c0rrect/);
    expect(text).toContain('[masked: password]');
  }
});

/** A chat about the page with the key, whose model calls a tool once. */
async function keyChat(
  toolName: string,
  input: Record<string, unknown>,
  { maxTokens, contextWindow }: { maxTokens: number; contextWindow: number },
) {
  const page = buildReading('keys', '# Keys', filler(60), `\`\`\`\n${KEY}\n\`\`\``, '## After', filler(200));
  const script = (request: ModelRequest) =>
    hasResult(request) ? [...scriptedText('Done.'), STEP_END] : [...scriptedCall('a', toolName, input), STEP_END];
  const world = { tools, context: { page: new MemoryPages({ 1: granted(page) }), read: readTabContext } };
  const known = () => ({ title: 'keys', url: 'https://keys.test/' });
  const policy = { mode: 'page-first' as const, maxTokens };
  const { ask, client, run } = scriptedChat({ script, world, known, policy, connection: { contextWindow } });
  await ask('Summarize this page.');
  expect(JSON.stringify(run())).not.toMatch(/[\uFDD0-\uFDEF]/);
  return { requests: client.requests, run: run() };
}

const shownLines = (text: string) => LINES.filter((line) => text.includes(line.slice(0, 32)));

test('a part of a key that goes with a question is masked by what the whole page shows', async () => {
  const { requests, run } = await keyChat('list_links', {}, { maxTokens: 3_000, contextWindow: 32_000 });
  const part = run.contexts[0];
  if (part?.state !== 'available') throw new Error('The page was not sent.');
  expect(part.context.secrets?.length).toBeGreaterThan(0);
  // Some lines of the key were cut out of it.
  expect(shownLines(part.context.text).length).toBeGreaterThan(2);
  expect(part.context.text).not.toContain('END PRIVATE KEY');
  expect(shownLines(JSON.stringify(requests))).toEqual([]);
});

test('a part of a key in a result is masked by what the whole page shows', async () => {
  const { requests, run } = await keyChat('read_page', { cursor: 'part 3' }, { maxTokens: 500, contextWindow: 3_300 });
  const [call] = run.steps.flatMap(listToolCalls);
  if (call?.state !== 'output-available') throw new Error('The page was not read.');
  expect(call.output.secrets).toEqual([{ kind: 'private key', start: expect.any(Number), end: expect.any(Number) }]);
  expect(shownLines(call.output.content).length).toBeGreaterThan(2);
  expect(call.output.content).not.toContain('BEGIN PRIVATE KEY');
  expect(shownLines(JSON.stringify(requests))).toEqual([]);
});
