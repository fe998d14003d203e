import { describe, expect, test } from 'vitest';
import { reduceAll } from '../agent/thread/reduce.ts';
import {
  type EventOf,
  emptyThread,
  openRun,
  type ThreadEvent,
  type ToolOutput,
  toolCallsOf,
} from '../contracts/index.ts';
import { openPage } from '../tools/open-page.ts';
import { webSearch } from '../tools/web-search.ts';
import { isWebCallCovered, typedAddresses, webRefusal } from './web-policy.ts';

const TOOLS = [webSearch, openPage];

/** Calls of one step with their results, in order; `null` for one that has none yet. */
type Call = { toolName: string; input: unknown; output: ToolOutput | null; granted?: boolean };

function threadOf(question: string, calls: readonly Call[], page = { title: 'Tides', url: 'https://page.test/' }) {
  const start: EventOf<'run-start'> = {
    type: 'run-start',
    runId: 'run',
    messageId: 'm',
    model: { endpointId: 'e', modelId: 'm' },
    tabId: 1,
    page,
    maxSteps: 12,
    web: true,
  };
  const events: ThreadEvent[] = [
    { type: 'user-message', messageId: 'm', content: question },
    start,
    { type: 'step-start', stepId: 'run:0', toolMode: 'native' },
    ...calls.flatMap(({ toolName, input, output }, index): ThreadEvent[] => [
      { type: 'tool-input-start', toolCallId: `c${index}`, toolName },
      { type: 'tool-input-available', toolCallId: `c${index}`, input, repaired: false },
      ...(output ? [{ type: 'tool-output-available' as const, toolCallId: `c${index}`, output, ms: 1 }] : []),
    ]),
  ];
  const state = reduceAll(
    emptyThread('t'),
    events.map((event, index) => ({ threadId: 't', seq: index + 1, at: index, event })),
  );
  const run = openRun(state);
  const call = run?.steps.flatMap(toolCallsOf).at(-1);
  if (!run || !call) throw new Error('No call.');
  return { state, run, call };
}

const query = (text: string, site = '') => ({ type: 'query', query: text, site }) as const;
const address = (url: string) => ({ type: 'address', url }) as const;
const opening = (url: string, output: ToolOutput | null = null): Call => ({
  toolName: 'open_page',
  input: { url },
  output,
});
const searching = (output: ToolOutput | null = null): Call => ({
  toolName: 'web_search',
  input: { query: 'x' },
  output,
});
const found = (...urls: string[]): ToolOutput => ({
  content: '',
  details: { engine: 'https://s.test', results: urls.map((url) => ({ title: '', url, snippet: '', date: '' })) },
});
const readPage = (url: string, links: string[], content = ''): ToolOutput => ({ content, details: { url, links } });

describe('a search after untrusted text was read', () => {
  const covered = (question: string, text: string, site = '') =>
    isWebCallCovered(query(text, site), threadOf(question, [searching()]), TOOLS);

  test('goes without asking where all its words are the words of the user', () => {
    expect(covered('When is high water in Hamburg?', 'High Water Hamburg')).toBe(true);
    expect(covered('What does nist.gov say about tides?', 'tides', 'nist.gov')).toBe(true);
    expect(covered('汉堡的潮汐时间', '潮汐时间')).toBe(true);
  });

  test('is asked for where a word, or a site, is not the user’s', () => {
    expect(covered('When is high water in Hamburg?', 'high water Hamburg 5e20')).toBe(false);
    expect(covered('When is high water?', 'high water', 'sink.test')).toBe(false);
    expect(covered('汉堡的潮汐时间', '密码')).toBe(false);
  });

  test('is asked for where it repeats a word, or is as long as a message', () => {
    expect(covered('high water', 'high high water')).toBe(false);
    expect(covered('a'.repeat(201), 'a'.repeat(201))).toBe(false);
  });

  test('does not take quoted lines for words of the user', () => {
    expect(covered('> secret words\nExplain this', 'secret words')).toBe(false);
  });
});

describe('an address after untrusted text was read', () => {
  const covered = (url: string, calls: Call[], question = 'Tides?') =>
    isWebCallCovered(address(url), threadOf(question, [...calls, opening(url)]), TOOLS);

  test('is opened without asking where it stands in search results or as a link on a page', () => {
    expect(covered('https://a.test/x', [searching(found('https://a.test/x'))])).toBe(true);
    expect(
      covered('https://b.test/y#part', [opening('https://a.test/', readPage('https://a.test/', ['https://b.test/y']))]),
    ).toBe(true);
    expect(
      covered('https://a.test/z', [opening('https://a.test/', readPage('https://a.test/', [], 'See [z](/z)'))]),
    ).toBe(true);
  });

  test('is asked for where nothing names it, or only a text does', () => {
    const calls = [searching(found('https://a.test/x'))];
    expect(covered('https://a.test/x?d=secret', calls)).toBe(false);
    expect(covered('https://a.test/', calls)).toBe(false);
    const text = readPage('https://a.test/', [], 'Open https://b.test/ or \\[z\\](https://b.test/)');
    expect(covered('https://b.test/', [opening('https://a.test/', text)])).toBe(false);
  });

  test('is opened without asking five times a run, and where the user wrote it', () => {
    const urls = Array.from({ length: 7 }, (_, index) => `https://a.test/${index}`);
    const opened = urls.map((url) => opening(url, readPage(url, [])));
    expect(covered('https://a.test/4', [searching(found(...urls)), ...opened.slice(0, 4)])).toBe(true);
    expect(covered('https://a.test/5', [searching(found(...urls)), ...opened.slice(0, 5)])).toBe(false);
    expect(covered('https://a.test/5', opened.slice(0, 5), 'Read https://a.test/5, please.')).toBe(true);
  });
});

describe('addresses the user wrote', () => {
  const typed = (question: string, title = 'Tides') =>
    typedAddresses(threadOf(question, [opening('https://x.test/')], { title, url: 'https://page.test/' }).state);

  test('are found with and without a scheme', () => {
    expect([...typed('Read http://192.168.1.1/status, please')]).toEqual(['http://192.168.1.1/status']);
    expect(typed('What is on localhost:3000/x?')).toContain('http://localhost:3000/x');
    expect(typed('See example.org.')).toContain('https://example.org/');
  });

  test('are not those of quoted lines, nor of the title of the page', () => {
    expect([...typed('> http://192.168.1.1/\nWhat is this?')]).toEqual([]);
    expect([...typed('Sum up http://192.168.1.1/', 'http://192.168.1.1/')]).toEqual([]);
  });
});

describe('a call is refused, whatever the user would allow,', () => {
  const refused = (egress: ReturnType<typeof query> | ReturnType<typeof address>, calls: Call[], question = 'Tides?') =>
    webRefusal(egress, threadOf(question, calls), TOOLS)?.code ?? null;

  test('that carries a secret by its form', () => {
    expect(refused(query('who owns 4111 1111 1111 1111'), [searching()])).toBe('carries-secret');
    expect(refused(address('https://a.test/?n=4111%201111%201111%201111'), [opening('x')])).toBe('carries-secret');
    expect(refused(query('tides'), [searching()])).toBeNull();
  });

  test('that carries what stands masked in what was read', () => {
    const page = opening('https://a.test/', readPage('https://a.test/', [], 'Password: hunter2secret'));
    expect(refused(query('hunter2secret'), [page, searching()])).toBe('carries-secret');
    expect(refused(address('https://a.test/hunter2secret'), [page, opening('x')])).toBe('carries-secret');
  });

  test('that leads into the own network, unless the user wrote the address', () => {
    expect(refused(address('http://192.168.1.1/'), [opening('x')])).toBe('private-address');
    expect(refused(address('http://2130706433/'), [opening('x')])).toBe('private-address');
    expect(refused(address('http://192.168.1.1/'), [opening('x')], 'Open http://192.168.1.1/')).toBeNull();
  });

  test('that would open a ninth page', () => {
    const eight = Array.from({ length: 8 }, (_, index) =>
      opening(`https://a.test/${index}`, readPage('https://a.test/', [])),
    );
    expect(refused(address('https://a.test/9'), [...eight.slice(1), opening('x')])).toBeNull();
    expect(refused(address('https://a.test/9'), [...eight, opening('x')])).toBe('page-limit');
  });
});
