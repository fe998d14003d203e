import { describe, expect, test } from 'vitest';
import { reduceAll } from '../agent/thread/reduce.ts';
import {
  type EventOf,
  emptyThread,
  listToolCalls,
  openRun,
  type ThreadEvent,
  type Tool,
  type ToolFailureCode,
  type ToolOutput,
} from '../contracts/index.ts';
import { at, run as runTool } from '../testing/tools/sample-pages.ts';
import { exportPageData } from '../tools/export-page-data.ts';
import { findInPage } from '../tools/find-in-page.ts';
import { listLinks } from '../tools/list-links.ts';
import { openPage } from '../tools/open-page.ts';
import { readPage } from '../tools/read-page.ts';
import { readSection } from '../tools/read-section.ts';
import { readTab } from '../tools/read-tab.ts';
import { readTable } from '../tools/read-table.ts';
import { readTranscript } from '../tools/read-transcript.ts';
import { webSearch } from '../tools/web-search.ts';
import { coveredEgress, typedAddresses, webRefusal } from './web-policy.ts';

const TOOLS = [webSearch, openPage];

/**
 * Calls of one step with their results, in order. `null` for a call without a result yet, a code for one that failed.
 */
type Call = {
  toolName: string;
  input: unknown;
  output: ToolOutput | ToolFailureCode | null;
  isGranted?: true;
  leftOut?: string[];
};

/** `more`: events before the step. */
function buildQuestionThread(
  question: string,
  calls: readonly Call[],
  page = { title: 'Tides', url: 'https://page.test/' },
  more: readonly ThreadEvent[] = [],
) {
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
    ...more,
    { type: 'step-start', stepId: 'run:0', toolMode: 'native' },
    ...calls.flatMap(({ toolName, input, output, isGranted, leftOut }, index): ThreadEvent[] => {
      const toolCallId = `c${index}`;
      return [
        { type: 'tool-input-start', toolCallId, toolName },
        { type: 'tool-input-available', toolCallId, input, repaired: false, ...(leftOut ? { leftOut } : {}) },
        ...(isGranted ? approval(toolCallId) : []),
        ...(output === null ? [] : [result(toolCallId, output)]),
      ];
    }),
  ];
  const state = reduceAll(
    emptyThread('t'),
    events.map((event, index) => ({ threadId: 't', seq: index + 1, at: index, event })),
  );
  const run = openRun(state);
  const call = run?.steps.flatMap(listToolCalls).at(-1);
  if (!run || !call) throw new Error('No call.');
  return { state, run, call };
}

function result(toolCallId: string, output: ToolOutput | ToolFailureCode): ThreadEvent {
  return typeof output === 'string'
    ? { type: 'tool-output-error', toolCallId, errorText: '', code: output, ms: 1 }
    : { type: 'tool-output-available', toolCallId, output, ms: 1 };
}

function approval(toolCallId: string): ThreadEvent[] {
  const request = { type: 'page-access', tabId: 2, reason: '' } as const;
  return [
    { type: 'tool-approval-request', toolCallId, request },
    { type: 'tool-approval-response', toolCallId, approved: true },
  ];
}

const query = (text: string, site = '') => ({ type: 'query', query: text, site }) as const;
const address = (url: string) => ({ type: 'address', url }) as const;
const opening = (url: string, output: Call['output'] = null): Call => ({
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
const buildPageOutput = (url: string, links: string[], content = ''): ToolOutput => ({
  content,
  details: { url, links },
});

describe('a search after untrusted text was read', () => {
  const sent = (question: string, text: string, site = '', calls: Call[] = []) =>
    coveredEgress(query(text, site), buildQuestionThread(question, [...calls, searching()]), TOOLS);
  const covered = (...args: Parameters<typeof sent>) => sent(...args) !== null;

  test('is sent without asking if all its words are the user’s', () => {
    expect(covered('When is high water in Hamburg?', 'High Water Hamburg')).toBe(true);
    expect(covered('What does nist.gov say about tides?', 'tides', 'nist.gov')).toBe(true);
    expect(covered('汉堡的潮汐时间', '潮汐时间')).toBe(true);
  });

  test('is asked for if a word, or a site, is not the user’s', () => {
    expect(covered('When is high water in Hamburg?', 'high water Hamburg 5e20')).toBe(false);
    expect(covered('When is high water?', 'high water', 'sink.test')).toBe(false);
    expect(covered('汉堡的潮汐时间', '密码')).toBe(false);
    // A part of a written word counts as a word only in writing without spaces.
    expect(covered('highwater', 'water')).toBe(false);
    expect(covered('汉堡x的潮汐', 'x的')).toBe(false);
  });

  test('says nothing but which of the words were chosen', () => {
    const question = 'When is High water in Hamburg, and in Cuxhaven?';
    const plain = { type: 'query', query: 'high water hamburg', site: '' };
    const said = [
      'Hamburg water HIGH',
      '"high-water" +hamburg!',
      'high \u{E000}\u{F8FF} water → hamburg',
      'hiGh  high\twater\nhamburg high',
      '\u{FF28}igh water Ｈamburg',
    ];
    for (const text of said) expect(sent(question, text)).toEqual(plain);
    expect(sent('汉堡的潮汐时间', '时间 潮汐')).toEqual({ type: 'query', query: '潮汐时间', site: '' });
    expect(sent('What does https://www.NIST.gov/x say of tides?', 'tides', 'nist.gov')).toEqual({
      type: 'query',
      query: 'tides',
      site: 'nist.gov',
    });
    expect(covered(question, '!?→')).toBe(false);
  });

  test('is asked for if it has more than twelve words, or three went before without asking', () => {
    const words = Array.from({ length: 13 }, (_, index) => `w${index}`);
    expect(covered(words.join(' '), words.slice(1).join(' '))).toBe(true);
    expect(covered(words.join(' '), words.join(' '))).toBe(false);
    const searches = Array.from({ length: 3 }, () => searching(found()));
    expect(covered('high water', 'water', '', searches.slice(1))).toBe(true);
    expect(covered('high water', 'water', '', searches)).toBe(false);
    const [first, ...others] = searches;
    expect(covered('high water', 'water', '', [...others, { ...(first as Call), isGranted: true }])).toBe(true);
  });

  test('is sent to a site only if the user wrote its host', () => {
    expect(covered('Do gov and nist know tides?', 'tides', 'nist.gov')).toBe(false);
    expect(covered('What does nist.gov know of tides?', 'tides', 'x.nist.gov')).toBe(false);
  });

  test('covers passages of writing without spaces once, however they touch or overlap', () => {
    const plain = sent('汉堡的潮汐时间和水位', '潮汐时间 水位');
    expect(plain).toEqual({ type: 'query', query: '潮汐时间 水位', site: '' });
    for (const text of ['潮汐 时间 水位', '潮汐时 汐时间 水位', '时间 潮汐时 水 位'])
      expect(sent('汉堡的潮汐时间和水位', text)).toEqual(plain);
    expect(sent('汉堡 潮汐', '汉堡 潮汐')).toEqual({ type: 'query', query: '汉堡 潮汐', site: '' });
  });

  test('is asked for if its words stand in the title of the page alone, which a prompt quotes', () => {
    const title = 'Canaries of the harbor 4711';
    const summarizing = (text: string) =>
      coveredEgress(
        query(text),
        buildQuestionThread(`Summarize "${title}" now`, [searching()], { title, url: 'https://page.test/' }),
        TOOLS,
      );
    expect(summarizing('canaries 4711')).toBeNull();
    expect(summarizing('now summarize')).toMatchObject({ query: 'summarize now' });
  });

  test('does not take quoted lines for words of the user', () => {
    expect(covered('> secret words\nExplain this', 'secret words')).toBe(false);
  });
});

describe('an address after untrusted text was read', () => {
  const covered = (url: string, calls: Call[], question = 'Tides?') =>
    coveredEgress(address(url), buildQuestionThread(question, [...calls, opening(url)]), TOOLS) !== null;

  test('is asked for if it stands in a file of the project, and not on a page', () => {
    const opens = (tabId: number | null) => {
      const context = {
        source: { tabId, url: 'https://page.test/', title: 'Tides', snapshot: 's' },
        kind: tabId === null ? ('files' as const) : ('page' as const),
        selection: 'all' as const,
        ranges: [],
        passageCount: 1,
        cursor: null,
        tokens: 9,
        totalTokens: 9,
        hasChanged: false,
        earlier: [],
        text: 'See [this](https://c.test/z).',
      };
      const contexts: ThreadEvent[] = [
        { type: 'context-start', contextId: 'c', tabId },
        { type: 'context-available', contextId: 'c', context, ms: 1 },
      ];
      const page = { title: 'Tides', url: 'https://page.test/' };
      const thread = buildQuestionThread('Why?', [opening('https://c.test/z')], page, contexts);
      return coveredEgress(address('https://c.test/z'), thread, TOOLS) !== null;
    };
    expect([opens(1), opens(null)]).toEqual([true, false]);
  });

  test('is opened without asking if it is in search results or a link on a page', () => {
    expect(covered('https://a.test/x', [searching(found('https://a.test/x'))])).toBe(true);
    expect(
      covered('https://b.test/y#part', [
        opening('https://a.test/', buildPageOutput('https://a.test/', ['https://b.test/y'])),
      ]),
    ).toBe(true);
    expect(
      covered('https://a.test/z', [opening('https://a.test/', buildPageOutput('https://a.test/', [], 'See [z](/z)'))]),
    ).toBe(true);
  });

  test('is asked for if nothing names it, or only a text does', () => {
    const calls = [searching(found('https://a.test/x'))];
    expect(covered('https://a.test/x?d=secret', calls)).toBe(false);
    expect(covered('https://a.test/', calls)).toBe(false);
    const text = buildPageOutput('https://a.test/', [], 'Open https://b.test/ or \\[z\\](https://b.test/)');
    expect(covered('https://b.test/', [opening('https://a.test/', text)])).toBe(false);
  });

  test('is opened without asking if it is one of the 64 that were read last, results before links', () => {
    const links = Array.from({ length: 70 }, (_, index) => `https://a.test/${index}`);
    const page = opening('https://a.test/', buildPageOutput('https://a.test/', links));
    const isCovered = (url: string) => covered(url, [searching(found('https://r.test/')), page]);
    expect([isCovered(links[62] ?? ''), isCovered(links[63] ?? ''), isCovered('https://r.test/')]).toEqual([
      true,
      false,
      true,
    ]);
    const later = opening('https://b.test/', buildPageOutput('https://b.test/', ['https://b.test/1']));
    expect(covered('https://b.test/1', [page, later])).toBe(true);
  });

  test('is opened without asking five times a run, and if the user wrote it', () => {
    const urls = Array.from({ length: 7 }, (_, index) => `https://a.test/${index}`);
    const opened = urls.map((url) => opening(url, buildPageOutput(url, [])));
    expect(covered('https://a.test/4', [searching(found(...urls)), ...opened.slice(0, 4)])).toBe(true);
    expect(covered('https://a.test/5', [searching(found(...urls)), ...opened.slice(0, 5)])).toBe(false);
    expect(covered('https://a.test/5', opened.slice(0, 5), 'Read https://a.test/5, please.')).toBe(true);
  });

  test('is opened without asking as often as only openings count that happened and that the user was not asked about', () => {
    const urls = Array.from({ length: 9 }, (_, index) => `https://a.test/${index}`);
    const opened = urls.map((url) => opening(url, buildPageOutput(url, [])));
    const [first, ...four] = opened.slice(0, 5);
    const isCoveredAfter = (fifth: Call) => covered('https://a.test/8', [searching(found(...urls)), ...four, fifth]);
    expect(isCoveredAfter({ ...(first as Call), isGranted: true })).toBe(true);
    expect(isCoveredAfter(opening('https://a.test/0', 'refused'))).toBe(true);
    expect(isCoveredAfter(opening('https://a.test/0', 'failed'))).toBe(false);
    const repeated = { content: '', details: { url: 'https://a.test/0', repeatedOf: 'c1' } };
    expect(isCoveredAfter(opening('https://a.test/0', repeated))).toBe(true);
    expect(isCoveredAfter({ toolName: 'gone', input: {}, output: { content: '' } })).toBe(true);
    expect(isCoveredAfter(searching(found('https://a.test/8')))).toBe(true);
  });

  test.each<ToolFailureCode>([
    'carries-secret',
    'page-limit',
    'refused',
    'expired',
    'moved',
    'not-run',
    'unknown-tool',
    'bad-input',
  ])('is opened without asking after a call that sent nothing: %s', (code) => {
    const urls = Array.from({ length: 9 }, (_, index) => `https://a.test/${index}`);
    const four = urls.slice(0, 4).map((url) => opening(url, buildPageOutput(url, [])));
    const calls = [searching(found(...urls)), ...four, opening('https://a.test/5', code)];
    expect(covered('https://a.test/8', calls)).toBe(true);
  });

  test('is opened without asking if a page in front of the model, or a list of links, names it', () => {
    const context = { source: { tabId: 1, url: 'https://page.test/a/', title: '' }, text: 'See [b](b).' };
    const more: ThreadEvent[] = [
      { type: 'context-start', contextId: 'c', tabId: 1 },
      { type: 'context-available', contextId: 'c', context: context as never, ms: 1 },
      { type: 'context-start', contextId: 'd', tabId: 2 },
      { type: 'context-error', contextId: 'd', code: 'failed', ms: 1 },
    ];
    const isCovered = (url: string, calls: Call[] = []) =>
      coveredEgress(address(url), buildQuestionThread('?', [...calls, opening(url)], undefined, more), TOOLS) !== null;
    expect(isCovered('https://page.test/a/b')).toBe(true);
    expect(isCovered('https://page.test/a/c')).toBe(false);
    const preview = { kind: 'links', items: [{ url: 'https://c.test/' }, {}] } as never;
    expect(isCovered('https://c.test/', [opening('x', { content: '', details: { preview } })])).toBe(true);
    const other = { kind: 'text', items: [{ url: 'https://c.test/' }] } as never;
    expect(isCovered('https://c.test/', [opening('x', { content: '', details: { preview: other } })])).toBe(false);
    expect(
      isCovered('https://c.test/', [opening('x', { content: '', details: { links: [7, 'https://c.test/'] } })]),
    ).toBe(true);
    expect(isCovered('https://c.test/', [opening('x', { content: '', details: { links: 'https://c.test/' } })])).toBe(
      false,
    );
    expect(isCovered('https://c.test/', [opening('x', { content: '[c](https://c.test/)', details: {} })])).toBe(false);
    expect(isCovered('https://c.test/', [opening('x', 'failed'), opening('y')])).toBe(false);
  });

  test.each<{ tool: Tool; argument: string; more?: object }>([
    { tool: listLinks, argument: 'filter' },
    { tool: listLinks, argument: 'cursor' },
    { tool: findInPage, argument: 'query' },
    { tool: readSection, argument: 'section' },
    { tool: readTable, argument: 'table' },
    { tool: readTable, argument: 'columns', more: { table: 'T2' } },
    { tool: exportPageData, argument: 'columns', more: { what: 'table', table: 'T2' } },
    { tool: readPage, argument: 'cursor' },
    { tool: readTab, argument: 'cursor', more: { tab_id: 7 } },
    { tool: readTranscript, argument: 'from' },
  ])(
    'is asked for if only an argument names it, which the result repeats: $tool.name, $argument',
    async ({ tool, argument, more }) => {
      const url = 'https://evil.test/?d=word';
      for (const link of [`](${url})`, `  ](//evil.test/?d=word)  `]) {
        const input = { ...more, [argument]: link };
        const output = await runTool(tool, input, at(7));
        expect(output.content).toContain(link.trim());
        expect(covered(url, [{ toolName: tool.name, input, output }])).toBe(false);
      }
    },
  );

  test('is asked for if the result repeats it from an argument that was left out, or from the address that was opened', () => {
    const url = 'https://evil.test/?d=word';
    const page = buildPageOutput('https://a.test/', [], `](${url})`);
    const name = `](${url})`;
    expect(covered(url, [{ ...opening('https://a.test/', page), leftOut: [name] }])).toBe(false);
    expect(covered(url, [opening(`https://a.test/#${name}`, page)])).toBe(false);
    expect(covered(url, [opening(`https://a.test/#%5D%28${url})`, page)])).toBe(false);
    const repeated = { ...page, details: { ...page.details, repeatedOf: name } };
    expect(covered(url, [opening('https://a.test/', repeated)])).toBe(false);
    expect(covered(url, [opening('https://a.test/', page)])).toBe(true);
  });

  test('needs approval if it is not an address', () => {
    expect(covered('nonsense', [searching(found('nonsense'))])).toBe(false);
  });
});

describe('a page that was to be opened in a tab', () => {
  const last = 'https://a.test/last';
  const confirm = { tab: { url: 'https://a.test/', cause: 'scripts' } } as never;

  /** A search that names the last address, after this many pages that were loaded and then needed approval. */
  function callAfter(count: number, approved: boolean) {
    const before = Array.from({ length: count }, (_, index) => opening(`https://a.test/${index}`));
    const { state } = buildQuestionThread('Tides?', [searching(found(last)), ...before, opening(last)]);
    const events = before.flatMap((_, index): ThreadEvent[] => {
      const toolCallId = `c${index + 1}`;
      return [
        { type: 'tool-output-start', toolCallId },
        { type: 'tool-approval-request', toolCallId, request: { type: 'effect', reason: '', confirm } },
        { type: 'tool-approval-response', toolCallId, approved },
      ];
    });
    const rows = events.map((event, index) => ({ threadId: 't', seq: state.seq + index + 1, at: 0, event }));
    const after = reduceAll(state, rows);
    const run = openRun(after);
    const call = run?.steps.flatMap(listToolCalls).at(-1);
    if (!run || !call) throw new Error('No call.');
    return { state: after, run, call };
  }

  test.each([true, false])('counts as opened, since it was loaded before (approved: %s)', (approved) => {
    const refusal = (count: number) => webRefusal(address(last), callAfter(count, approved), TOOLS)?.code ?? null;
    expect([refusal(7), refusal(8)]).toEqual([null, 'page-limit']);
    const isCovered = (count: number) => coveredEgress(address(last), callAfter(count, approved), TOOLS) !== null;
    expect([isCovered(4), isCovered(5)]).toEqual([true, false]);
  });
});

describe('addresses the user wrote', () => {
  const typed = (question: string, title = 'Tides') =>
    typedAddresses(
      buildQuestionThread(question, [opening('https://x.test/')], { title, url: 'https://page.test/' }).state,
    );

  test('are found with and without a scheme', () => {
    expect([...typed('Read http://192.168.1.1/status, please')]).toEqual(['http://192.168.1.1/status']);
    expect(typed('What is on localhost:3000/x?')).toContain('http://localhost:3000/x');
    expect(typed('See example.org.')).toContain('https://example.org/');
  });

  test.each([
    'Is 127.1 more than 10.5?',
    'What is new in macOS 10.15.7?',
    'Port 2130706433',
    'At 0x7f.1, § 10.3 and 1/2',
  ])('are no numbers that could be read as addresses: %s', (question) =>
    expect([...typed(question)].filter((each) => /\/\/[\d.]+[:/]/.test(each))).toEqual([]),
  );

  test('are found in a message during the run, in brackets and quotes, and before marks', () => {
    const steer: ThreadEvent = { type: 'run-steer', messageId: 's', content: 'And https://b.test/y too' };
    const { state } = buildQuestionThread('?', [opening('https://x.test/')], undefined, [steer]);
    expect([...typedAddresses(state)]).toEqual(['https://b.test/y']);
    expect([...typed('"https://a.test/x"?!')]).toEqual(['https://a.test/x']);
    expect([...typed('(https://a.test/x)… <HTTPS://A.test/z>')]).toEqual(['https://a.test/x', 'https://a.test/z']);
    expect([...typed('https://a.test/x#part')]).toEqual(['https://a.test/x']);
    expect([...typed('192.168.1.1:8080/x')]).toEqual(['https://192.168.1.1:8080/x', 'http://192.168.1.1:8080/x']);
    expect([...typed('see localhost')]).toEqual(['https://localhost/', 'http://localhost/']);
    expect([...typed('a.test?x')]).toEqual(['https://a.test/?x', 'http://a.test/?x']);
  });

  test('are not words, paths or mail addresses', () => {
    expect([...typed('tides and/or maria@a.test ftp://a.test/ a:b xhttps://a.test localhosts')]).toEqual([]);
    expect([...typed('https://')]).toEqual([]);
  });

  test('are those in the title of the page if the user also wrote them', () => {
    expect([...typed('Sum up a.test and b.test', 'a.test')]).toEqual(['https://b.test/', 'http://b.test/']);
    expect([...typed('Tides on b.test', 'Tides')]).toEqual(['https://b.test/', 'http://b.test/']);
    expect([...typed('localhost:3000', 'localhost')]).toEqual([]);
  });

  test('are not those of quoted lines or of the title of the page', () => {
    expect([...typed('> http://192.168.1.1/\nWhat is this?')]).toEqual([]);
    expect([...typed('Sum up http://192.168.1.1/', 'http://192.168.1.1/')]).toEqual([]);
  });
});

describe('a call is refused, whatever the user would allow,', () => {
  const refused = (egress: ReturnType<typeof query> | ReturnType<typeof address>, calls: Call[], question = 'Tides?') =>
    webRefusal(egress, buildQuestionThread(question, calls), TOOLS)?.code ?? null;

  test('that carries a piece of a long secret that was read, in whatever form', () => {
    const key = 'a8Kd93mQx7Lw02ZpTr0ub4dorQ5vY6nH1jC';
    const page = opening('https://a.test/', buildPageOutput('https://a.test/', [], `api_key: ${key}`));
    expect(refused(query(`tides ${key.slice(8, 22)}`), [page, searching()])).toBe('carries-secret');
    expect(refused(address(`https://a.test/${key.slice(4, 12)}-${key.slice(12, 20)}`), [page, opening('x')])).toBe(
      'carries-secret',
    );
    expect(refused(query(`tides ${key.slice(8, 14)}`), [page, searching()])).toBeNull();
  });

  test('that carries a secret by its form', () => {
    expect(refused(query('who owns 4111 1111 1111 1111'), [searching()])).toBe('carries-secret');
    expect(refused(address('https://a.test/?n=4111%201111%201111%201111'), [opening('x')])).toBe('carries-secret');
    expect(refused(query('tides'), [searching()])).toBeNull();
  });

  test('that carries what stands masked in what was read', () => {
    const page = opening('https://a.test/', buildPageOutput('https://a.test/', [], 'Password: hunter2secret'));
    expect(refused(query('hunter2secret'), [page, searching()])).toBe('carries-secret');
    expect(refused(address('https://a.test/hunter2secret'), [page, opening('x')])).toBe('carries-secret');
  });

  test('that carries it encoded, in other groups, or in the site of a search', () => {
    const page = opening('https://a.test/', buildPageOutput('https://a.test/', [], 'Password: hunter2-secret'));
    expect(refused(query('tides', 'hunter2-secret'), [page, searching()])).toBe('carries-secret');
    expect(refused(address('https://a.test/?q=hunter2%2Dsecret'), [page, opening('x')])).toBe('carries-secret');
    expect(refused(query('hunter2 secret'), [page, searching()])).toBe('carries-secret');
    expect(refused(address('https://a.test/?q=4111+1111+1111+1111'), [opening('x')])).toBe('carries-secret');
    expect(refused(address('https://a.test/%E0%A4%A?q=hunter2-secret'), [page, opening('x')])).toBe('carries-secret');
  });

  test('that carries a secret that is masked in the page in front of the model', () => {
    const context = { source: { tabId: 1, url: 'https://page.test/', title: '' }, text: 'Password: hunter2secret' };
    const more: ThreadEvent[] = [
      { type: 'context-start', contextId: 'c', tabId: 1 },
      { type: 'context-available', contextId: 'c', context: context as never, ms: 1 },
    ];
    const thread = buildQuestionThread('?', [searching()], undefined, more);
    expect(webRefusal(query('hunter2secret'), thread, TOOLS)?.code).toBe('carries-secret');
    expect(webRefusal(query('tides'), thread, TOOLS)).toBeNull();
  });

  test('but not for a code of few digits, which occur everywhere, or for the words of the user', () => {
    const page = opening(
      'https://a.test/',
      buildPageOutput('https://a.test/', [], 'PIN: 4821 and verification code: 482913'),
    );
    expect(refused(query('4821 tides'), [page, searching()])).toBeNull();
    expect(refused(query('482913 tides'), [page, searching()])).toBe('carries-secret');
    expect(refused(query('hunter2secret'), [searching()], 'Password: hunter2secret')).toBeNull();
  });

  test('with the reason, for the model', () => {
    const text = (egress: ReturnType<typeof address>, calls: Call[]) =>
      webRefusal(egress, buildQuestionThread('?', calls), TOOLS)?.errorText;
    expect(text(address('https://a.test/?n=4111111111111111'), [opening('x')])).toBe(
      'Not run: this would send out something that is masked as a secret.',
    );
    expect(text(address('http://10.0.0.1/'), [opening('x')])).toBe(
      'Not opened: this address leads to this computer or the local network. The user has to write it in the chat first.',
    );
    const nine = Array.from({ length: 9 }, () => opening('https://a.test/', buildPageOutput('https://a.test/', [])));
    expect(text(address('https://a.test/'), nine)).toBe(
      'Not opened: one answer may open 8 pages. Answer with what you have.',
    );
  });

  test('not for texts that are not addresses, which cannot be opened', () => {
    expect(refused(address('nonsense'), [opening('nonsense')])).toBeNull();
  });

  test('that leads into the own network, unless the user wrote the address', () => {
    expect(refused(address('http://192.168.1.1/'), [opening('x')])).toBe('private-address');
    expect(refused(address('http://2130706433/'), [opening('x')])).toBe('private-address');
    expect(refused(address('http://192.168.1.1/'), [opening('x')], 'Open http://192.168.1.1/')).toBeNull();
  });

  test('that would open a ninth page', () => {
    const eight = Array.from({ length: 8 }, (_, index) =>
      opening(`https://a.test/${index}`, buildPageOutput('https://a.test/', [])),
    );
    expect(refused(address('https://a.test/9'), [...eight.slice(1), opening('x')])).toBeNull();
    expect(refused(address('https://a.test/9'), [...eight, opening('x')])).toBe('page-limit');
  });
});
