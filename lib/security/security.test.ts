import { describe, expect, test, vi } from 'vitest';
import type { AttachedFile } from '../contracts/attachments.ts';
import type { ThreadEvent } from '../contracts/event.ts';
import { type PageAccess, PageError } from '../contracts/page.ts';
import type { Tool } from '../contracts/tool.ts';
import { serverSource } from '../testing/agent/scripted-run.ts';
import { asked, buildThread, called, gave, lastRun, runEnd, runStart, step } from '../testing/agent/scripted-thread.ts';
import { buildReading, granted, MemoryPages } from '../testing/tools/memory-pages.ts';
import { parseOrigin, policySite } from './addresses.ts';
import {
  createApprovalDetails,
  isApprovalValid,
  requiresApproval,
  type ToolUse,
  validateApproval,
} from './approval/approval-policy.ts';
import { allowedSites, pinnedPages, pinnedSites, sitesOfFoundTabs, withheldPages } from './pinned-pages.ts';
import { untrustedSources } from './provenance.ts';
import { DELIMITER_PATTERN, delimiterFor, visibleText, wrapUntrustedText } from './untrusted-text.ts';

const readPdf = { name: 'read_pdf', effects: { egress: ['document'] } } as unknown as Tool;

const FIRST_DOCUMENT = { 'https://home.test/1.pdf': buildReading('document 1', 'y') };

/** The pages that the next call of a run on home.test can access, after these events of its first step. */
function pagesOfRun(all: PageAccess, events: readonly ThreadEvent[]): PageAccess {
  const page = { title: '', url: 'https://home.test/' };
  const run = lastRun(buildThread(asked('q', '?'), runStart('r', { page }), ...step('r:0', ...events)));
  return pinnedPages(all, pinnedSites(run, [readPdf]));
}

const USE: ToolUse = {
  isRepaired: false,
  toolName: 'send_mail',
  input: { to: 'a@b.test', text: 'hi' },
  isReadOnly: false,
  destination: 'https://mail.test/send',
  origin: 'https://mail.test',
  ownSource: null,
  change: null,
};

describe('approval is required', () => {
  test('for every effect, whether or not a page was read', () => {
    expect(requiresApproval(USE, [])).toBe(true);
    expect(requiresApproval(USE, ['https://a.test'])).toBe(true);
  });

  test('for a read-only tool that sends data, once the model has read untrusted text', () => {
    const search = { ...USE, isReadOnly: true };
    expect(requiresApproval(search, [])).toBe(false);
    expect(requiresApproval(search, ['https://a.test'])).toBe(true);
    expect(requiresApproval({ ...search, destination: null }, ['https://a.test'])).toBe(false);
  });

  test('for a call to a read-only server only once something from elsewhere was read', () => {
    const search = { ...USE, isReadOnly: true, ownSource: 'MCP https://a.test/mcp' };
    expect(requiresApproval(search, ['MCP https://a.test/mcp'])).toBe(false);
    expect(requiresApproval(search, ['MCP https://a.test/mcp', 'MCP https://a.test/other'])).toBe(true);
    expect(requiresApproval({ ...search, ownSource: null }, ['MCP https://a.test/mcp'])).toBe(true);
  });

  test('before every call of a tool that has changed', () => {
    expect(requiresApproval({ ...USE, isReadOnly: true, change: { before: 'a', after: 'b' } }, [])).toBe(true);
  });
});

describe('an approval', () => {
  const confirm = createApprovalDetails(USE, ['https://a.test'], 'id', 1000);
  const answer = { confirmId: 'id', origin: USE.origin };

  test('is valid only for the exact arguments, destination and site', () => {
    expect(isApprovalValid(USE, confirm, 2000)).toBe(true);
    expect(isApprovalValid({ ...USE, toolName: 'send' }, confirm, 2000)).toBe(false);
    expect(isApprovalValid({ ...USE, input: { to: 'evil@b.test', text: 'hi' } }, confirm, 2000)).toBe(false);
    expect(isApprovalValid({ ...USE, destination: 'https://evil.test/' }, confirm, 2000)).toBe(false);
    expect(isApprovalValid({ ...USE, origin: 'https://evil.test' }, confirm, 2000)).toBe(false);
    expect(isApprovalValid(USE, undefined, 2000)).toBe(false);
    expect(isApprovalValid(USE, confirm, 121_000)).toBe(true);
    expect(isApprovalValid(USE, confirm, 121_001)).toBe(false);
  });

  test('of arguments as the model wrote them does not cover repaired ones', () => {
    const repaired = createApprovalDetails({ ...USE, isRepaired: true }, [], 'id', 1000);
    expect(isApprovalValid({ ...USE, isRepaired: true }, confirm, 2000)).toBe(false);
    expect(isApprovalValid({ ...USE, isRepaired: true }, repaired, 2000)).toBe(true);
    expect(isApprovalValid(USE, repaired, 2000)).toBe(true);
  });

  test('needs approval with everything that the call would do, and what was read before', () => {
    const sources = ['https://a.test'];
    expect(createApprovalDetails(USE, sources, 'id', 1000)).toEqual({
      confirmId: 'id',
      toolName: 'send_mail',
      arguments: '{"to":"a@b.test","text":"hi"}',
      destination: 'https://mail.test/send',
      origin: 'https://mail.test',
      sources,
      askedAt: 1000,
      expiresAt: 121_000,
    });
    const change = { before: 'a', after: 'b' };
    const details = createApprovalDetails({ ...USE, isRepaired: true, change }, sources, 'id', 1000);
    expect(details).toMatchObject({ repaired: true, change });
  });

  test('of a changed tool covers the change that was shown, and no other', () => {
    const change = { before: 'a', after: 'b' };
    const changed = createApprovalDetails({ ...USE, change }, [], 'id', 1000);
    expect(isApprovalValid({ ...USE, change }, changed, 2000)).toBe(true);
    expect(isApprovalValid({ ...USE, change: { ...change, after: 'c' } }, changed, 2000)).toBe(false);
    expect(isApprovalValid({ ...USE, change }, confirm, 2000)).toBe(false);
  });

  test('is valid for the displayed request only, from half a second to two minutes after it', () => {
    expect(validateApproval(confirm, answer, 1500)).toBeNull();
    expect(validateApproval(confirm, answer, 1499)).toBe('unasked');
    expect(validateApproval(confirm, { ...answer, confirmId: 'other' }, 2000)).toBe('unasked');
    expect(validateApproval(confirm, { ...answer, confirmId: undefined }, 2000)).toBe('unasked');
    expect(validateApproval(confirm, answer, 121_000)).toBeNull();
    expect(validateApproval(confirm, answer, 121_001)).toBe('expired');
  });

  test('is invalid once the tab shows another site', () => {
    expect(validateApproval(confirm, { ...answer, origin: 'https://evil.test' }, 2000)).toBe('moved');
    expect(validateApproval(confirm, { ...answer, origin: null }, 2000)).toBe('moved');
  });
});

describe('untrustedSources', () => {
  const reader = (openWorldHint: boolean) =>
    [{ name: 'look', annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint } }] as Tool[];
  const read = [
    ...step('r:0', ...called('a', 'look')),
    gave('a', { content: '', details: { url: 'https://b.test/x' } }),
  ];

  test('contains the server that gave a result, also when its tool is gone', () => {
    const events = [...step('r:0', ...called('a', 'look')), gave('a', { content: '', details: { source: 'MCP x' } })];
    const thread = buildThread(asked('q', 'Why?'), runStart('r'), ...events);
    expect(untrustedSources(thread, reader(true))).toEqual(['MCP x']);
    expect(untrustedSources(thread, [])).toEqual(['MCP x']);
  });

  test('contains who describes a tool, unless the user trusts it', () => {
    const thread = buildThread(asked('q', 'Why?'), runStart('r'));
    const described = (isTrusted: boolean) =>
      reader(false).map((tool) => ({ ...tool, effects: { source: serverSource({ isTrusted }) } }));
    expect(untrustedSources(thread, described(false))).toEqual(['MCP x']);
    expect(untrustedSources(thread, described(true))).toEqual([]);
  });

  test('contains the page of each run and every page read since', () => {
    const page = { title: 'A', url: 'https://a.test/1' };
    const thread = buildThread(
      asked('q', '?'),
      runStart('r', { page }),
      ...read,
      runEnd(),
      asked('q2', '?'),
      runStart('r2'),
    );
    expect(untrustedSources(thread, reader(true))).toEqual(['https://a.test', 'https://b.test']);
  });

  test('contains unknown tools, but not tools that only report local state', () => {
    const thread = buildThread(asked('q', '?'), runStart('r'), ...read);
    expect(untrustedSources(thread, reader(false))).toEqual([]);
    expect(untrustedSources(thread, [])).toEqual(['https://b.test']);
  });

  test('contains every file and tab attached to a question', () => {
    const tabs = [{ tabId: 4, title: 'C', url: 'https://c.test/1' }];
    const files = [{ type: 'text', name: 'notes.txt', text: '' } as const];
    const question = { type: 'user-message', messageId: 'q', content: '?', tabs, files } as const;
    expect(untrustedSources(buildThread(question, runStart('r')), [])).toEqual(['https://c.test', 'file: notes.txt']);
  });

  test('contains the server whose prompt or resource goes with a question', () => {
    const source = { name: 'X', url: 'https://mcp.test/' };
    const thread = (file: AttachedFile) =>
      buildThread({ type: 'user-message', messageId: 'q', content: '?', files: [file] }, runStart('r'));
    for (const type of ['prompt', 'text'] as const) {
      const sources = untrustedSources(thread({ type, name: 'review', text: 'Do it.', source }), []);
      expect(sources).toEqual(['MCP https://mcp.test/']);
    }
  });
});

describe('the pages a run may read', () => {
  const { signal } = new AbortController();
  const pages = new MemoryPages({ 1: granted(buildReading('home', 'x')), 2: granted(buildReading('bank', 'y')) });
  const home = buildThread(asked('q', '?'), runStart('r', { page: { title: '', url: 'https://home.test/' } }));

  test('include the site of its tab at the start', async () => {
    const own = pinnedPages(pages, { sites: allowedSites(lastRun(home)) });
    expect(await own.check(1)).toMatchObject({ type: 'granted' });
    expect(await own.read(1, signal)).toMatchObject({ title: 'home' });
  });

  test('exclude other sites, even if the browser allows them', async () => {
    const own = pinnedPages(pages, { sites: allowedSites(lastRun(home)) });
    expect(await own.check(2)).toEqual({ type: 'needed' });
    await expect(own.read(2, signal)).rejects.toBeInstanceOf(PageError);
  });

  test('exclude documents of other sites, even if the browser allows fetching them', async () => {
    const url = 'https://bank.test/statement.pdf';
    const all = new MemoryPages({ 1: granted(buildReading('home', 'x')) }, { [url]: buildReading('bank', 'y') });
    expect(await all.mayFetch(1, url)).toBe(true);
    expect(await pinnedPages(all, { sites: allowedSites(lastRun(home)) }).mayFetch(1, url)).toBe(false);
  });

  test('exclude linked documents of other sites, except those that were approved', async () => {
    const [approved, other] = ['https://bank.test/a.pdf', 'https://bank.test/b.pdf'];
    const all = new MemoryPages(
      { 1: granted(buildReading('home', 'x')) },
      { [approved]: buildReading('a', 'y'), [other]: buildReading('b', 'z') },
    );
    const request = { type: 'page-access', tabId: 1, reason: '', document: approved } as const;
    const own = pagesOfRun(all, [
      ...called('a', 'read_pdf'),
      { type: 'tool-approval-request', toolCallId: 'a', request },
      { type: 'tool-approval-response', toolCallId: 'a', approved: true },
      gave('a', 'seen'),
    ]);
    expect(await own.readPdf({ tabId: 1, url: approved, first: 1 }, signal)).toMatchObject({ title: 'a' });
    const read = own.readPdf({ tabId: 1, url: other, first: 1 }, signal);
    await expect(read).rejects.toMatchObject({ code: 'other-site' });
  });

  test('include five linked documents of their own, which are loaded without cookies', async () => {
    const address = (n: number) => `https://home.test/${n}.pdf`;
    const documents = Object.fromEntries(
      [1, 2, 3, 4, 5, 6].map((n) => [address(n), buildReading(`document ${n}`, 'y')]),
    );
    const all = new MemoryPages({ 1: granted(buildReading('home', 'x')) }, documents);
    const requests = vi.spyOn(all, 'readPdf');
    const pagesAfter = (links: readonly string[]) => {
      const calls = links.flatMap((link, n) => [
        ...called(`c${n}`, 'read_pdf', { link }),
        ...(n === links.length - 1
          ? []
          : [gave(`c${n}`, { content: 'seen', details: { url: address(Number(link.replace(/\D/g, ''))) } })]),
      ]);
      return pagesOfRun(all, calls);
    };
    const five = pagesAfter(['L1', 'L2', 'L3', 'L4', 'L5', ' l5 ']);
    expect(await five.mayFetch(1, address(5))).toBe(true);
    expect(await five.readPdf({ tabId: 1, url: address(5), first: 1 }, signal)).toMatchObject({ title: 'document 5' });
    expect(requests.mock.lastCall?.[0]).toMatchObject({ url: address(5), withSession: false });
    for (const links of [
      ['L1', 'L2', 'L3', 'L4', 'L5', 'L6'],
      ['L1', 'L2', 'L1', 'L2', 'L1', 'L2'],
    ]) {
      const six = pagesAfter(links);
      expect(await six.mayFetch(1, address(6))).toBe(false);
      const refused = six.readPdf({ tabId: 1, url: address(6), first: 1 }, signal);
      await expect(refused).rejects.toMatchObject({ code: 'not-fetched' });
    }
  });

  test('count a document by its address, since a page can change where a link leads', async () => {
    const address = (n: number) => `https://home.test/${n}.pdf`;
    const documents = Object.fromEntries(
      [1, 2, 3, 4, 5, 6].map((n) => [address(n), buildReading(`document ${n}`, 'y')]),
    );
    const all = new MemoryPages({ 1: granted(buildReading('home', 'x')) }, documents);
    const loaded = (n: number, url: string) => [
      ...called(`c${n}`, 'read_pdf', { link: 'next' }),
      gave(`c${n}`, { content: 'seen', details: { url } }),
    ];
    const pagesAfterLoads = (urls: readonly string[]) =>
      pagesOfRun(all, [...urls.flatMap((url, n) => loaded(n, url)), ...called('now', 'read_pdf', { link: 'next' })]);
    const five = pagesAfterLoads([1, 2, 3, 4, 5].map(address));
    expect(await five.mayFetch(1, address(5))).toBe(true);
    expect(await five.mayFetch(1, address(6))).toBe(false);
    expect(await pagesAfterLoads([1, 2, 3, 4, 5, 6].map(address)).mayFetch(1, address(6))).toBe(false);
    expect(await pagesAfterLoads(Array.from({ length: 9 }, () => address(1))).mayFetch(1, address(1))).toBe(true);
  });

  test('count each load of a document that failed', async () => {
    const all = new MemoryPages({ 1: granted(buildReading('home', 'x')) }, FIRST_DOCUMENT);
    const failures = (count: number) =>
      Array.from({ length: count }, (_, n): ThreadEvent[] => [
        ...called(`c${n}`, 'read_pdf', { link: 'L1' }),
        { type: 'tool-output-error', toolCallId: `c${n}`, errorText: '', code: 'failed', ms: 1 },
      ]).flat();
    expect(await pagesOfRun(all, failures(5)).mayFetch(1, 'https://home.test/1.pdf')).toBe(true);
    expect(await pagesOfRun(all, failures(6)).mayFetch(1, 'https://home.test/1.pdf')).toBe(false);
  });

  test('exclude files of other sites', async () => {
    const all = new MemoryPages({ 1: granted(buildReading('home', 'x'), { pdf: new Uint8Array(1) }) });
    const own = pinnedPages(all, { sites: allowedSites(lastRun(home)) });
    expect(await own.pdfFile({ tabId: 1, url: 'https://home.test/a.pdf', snapshot: 's' }, signal)).toHaveLength(1);
    const other = own.pdfFile({ tabId: 1, url: 'https://bank.test/a.pdf', snapshot: 's' }, signal);
    await expect(other).rejects.toMatchObject({ code: 'other-site' });
  });

  test.each([
    ['the page', (own: PageAccess) => own.read(1, signal)],
    ['facts', (own: PageAccess) => own.facts(1, signal)],
    ['forms', (own: PageAccess) => own.forms(1, signal)],
    ['its tools', (own: PageAccess) => own.pageTools(1, signal)],
    ['that it has tools', (own: PageAccess) => own.mayHaveTools(1, signal)],
    ['transcript', (own: PageAccess) => own.transcript(1, signal)],
    ['a document', (own: PageAccess) => own.readPdf({ tabId: 1, url: 'https://home.test/a.pdf', first: 1 }, signal)],
    ['a PDF', (own: PageAccess) => own.pdfFile({ tabId: 1, url: 'https://home.test/a.pdf', snapshot: 's' }, signal)],
    ['a picture', (own: PageAccess) => own.capture(1, signal)],
    ['leave to fetch', (own: PageAccess) => own.mayFetch(1, 'https://home.test/a.pdf')],
  ])('return nothing from a tab that navigates to another site while it is read: %s', async (_what, read) => {
    let url = 'https://home.test/';
    const move = async () => {
      url = 'https://bank.test/';
      return {} as never;
    };
    const moving: PageAccess = {
      check: async () => ({ type: 'granted', title: '', url }),
      list: async () => [],
      openPages: async () => ({ pages: [], searched: 0, leftOut: 0 }),
      policyFor: async () => 'send',
      read: move,
      facts: move,
      forms: move,
      fillForm: move,
      mayHaveTools: move,
      pageTools: move,
      callPageTool: move,
      hasSensitiveField: move,
      transcript: move,
      readPdf: move,
      pdfFile: move,
      capture: move,
      mayFetch: move,
    };
    const own = pinnedPages(moving, { sites: allowedSites(lastRun(home)) });
    await expect(read(own)).rejects.toMatchObject({ code: 'other-site' });
  });

  test('are empty if the user asked without an accessible page', async () => {
    const run = lastRun(buildThread(asked('q', '?'), runStart('r')));
    await expect(pinnedPages(pages, { sites: allowedSites(run) }).read(1, signal)).rejects.toBeInstanceOf(PageError);
  });

  test('include the tabs the user added', async () => {
    const tabs = [{ tabId: 2, title: 'bank', url: 'https://bank.test/' }];
    const run = lastRun(buildThread(asked('q', '?'), runStart('r', { tabs })));
    const own = pinnedPages(pages, { sites: allowedSites(run) });
    expect(await own.read(2, signal)).toMatchObject({ title: 'bank' });
    await expect(own.read(1, signal)).rejects.toBeInstanceOf(PageError);
  });

  test('include a tab that a search found, while it shows that site, and nothing else of the site', async () => {
    const found = { content: 'x', details: { tabs: [{ tabId: 2, url: 'https://bank.test/a' }] } };
    const searched = (toolName: string) =>
      lastRun(buildThread(asked('q', '?'), runStart('r'), ...step('r:0', ...called('a', toolName), gave('a', found))));
    const url = 'https://bank.test/statement.pdf';
    const bank = buildReading('bank', 'y');
    const two = new MemoryPages({ 2: granted(bank), 3: granted(bank) }, { [url]: bank });
    const own = pinnedPages(two, { sites: new Set(), siteByTab: sitesOfFoundTabs(searched('search_tabs')) });
    expect(await own.read(2, signal)).toMatchObject({ title: 'bank' });
    expect(await own.check(2)).toMatchObject({ type: 'granted' });
    expect(await own.check(3)).toEqual({ type: 'needed' });
    expect(await own.mayFetch(2, url)).toBe(false);
    const moved = new MemoryPages({ 2: granted(buildReading('other', 'z')) });
    const after = pinnedPages(moved, { sites: new Set(), siteByTab: sitesOfFoundTabs(searched('search_tabs')) });
    expect(await after.check(2)).toEqual({ type: 'needed' });
    // Other tools reveal nothing about tabs, regardless of their details.
    expect(sitesOfFoundTabs(searched('mcp_search')).size).toBe(0);
  });

  test('are searched without those that the user withholds', async () => {
    const context = { mode: 'on-demand' as const, maxTokens: 1, neverSites: ['https://bank.test'] };
    const run = lastRun(buildThread(asked('q', '?'), runStart('r', { context })));
    const own = pinnedPages(pages, { sites: allowedSites(run), withheld: withheldPages(run) });
    const { pages: searched, leftOut } = await own.openPages('x', signal);
    expect(searched.map(({ tabId }) => tabId)).toEqual([1]);
    expect(leftOut).toBe(1);
  });

  test('include a site the user approved, for this run', () => {
    const request = { type: 'page-access', tabId: 2, reason: '' } as const;
    const allowed = buildThread(
      asked('q', '?'),
      runStart('r'),
      ...step('r:0', ...called('a', 'read_tab')),
      { type: 'tool-approval-request', toolCallId: 'a', request },
      { type: 'tool-approval-response', toolCallId: 'a', approved: true, origin: 'https://bank.test' },
      gave('a', 'seen'),
    );
    expect([...allowedSites(lastRun(allowed))]).toEqual(['https://bank.test']);
  });
});

describe('the delimiter around untrusted text', () => {
  test('is constant within a run, differs between runs, and cannot be closed from inside', () => {
    const delimiter = delimiterFor('3f0b0f6e-3a68-4b0e-9a59-0d5f4b6f1c11');
    expect(delimiter).toMatch(new RegExp(`^${DELIMITER_PATTERN}$`));
    expect(delimiterFor('3f0b0f6e-3a68-4b0e-9a59-0d5f4b6f1c11')).toBe(delimiter);
    expect(delimiterFor('3f0b0f6e-3a68-4b0e-9a59-0d5f4b6f1c12')).not.toBe(delimiter);
    const many = Array.from({ length: 3_000 }, (_, run) => delimiterFor(`${run}`));
    expect(new Set(many).size).toBe(3_000);
    for (const each of many) expect(each).toMatch(/^[a-z]{12}$/);
    // A later version must find the delimiters of runs that it continues.
    expect(delimiterFor('run')).toBe('reloyerehajo');
    const framed = wrapUntrustedText(`a [end ${delimiter}] b`, delimiter);
    expect(framed).toBe(`[data ${delimiter}]\na [end …] b\n[end ${delimiter}]`);
    // The text around a delimiter does not form another delimiter.
    const half = delimiter.length / 2;
    const nested = `${delimiter.slice(0, half)}${delimiter}${delimiter.slice(half)}`;
    expect(wrapUntrustedText(nested, delimiter).split(delimiter)).toHaveLength(3);
  });
});

test('sites are compared in ASCII, as in browsers', () => {
  expect(parseOrigin('https://EXAMPLE.org:443/a')).toBe('https://example.org');
  expect(parseOrigin('https://аррle.com/')).toMatch(/^https:\/\/xn--/);
  expect(parseOrigin('file:///a/b.html')).toBe('file:/a/b.html');
  expect(parseOrigin('nonsense')).toBeNull();
});

test('policies are for a scheme and a host, on every port', () => {
  expect(policySite('https://EXAMPLE.org:8443/a?b')).toBe('https://example.org');
  expect(policySite('http://example.org/')).toBe('http://example.org');
  expect(policySite('nonsense')).toBeNull();
});

test('no character that browsers draw as nothing stays as it is', () => {
  for (let code = 0; code < 0x110000; code++) {
    const character = String.fromCodePoint(code);
    if (/\p{Default_Ignorable_Code_Point}|[\p{Cf}\p{Cc}\p{Co}]/u.test(character))
      expect(visibleText(character)).toMatch(/^\\u\{/);
  }
});

test('marks that cover or surround letters are written as escapes', () => {
  expect(visibleText('P\u0336a\u0338y\u20DD')).toBe('P\\u{336}a\\u{338}y\\u{20dd}');
});

test('of the marks on one letter, those beyond four are written as escapes', () => {
  expect(visibleText(`x${'\u0316'.repeat(6)}y`)).toBe('x\u0316\u0316\u0316\u0316\\u{316}\\u{316}y');
  for (const word of ['ក្ស្ម្ភី', 'ကို့်', 'שָּׁ֑', 'ệ'.normalize('NFD')]) expect(visibleText(word)).toBe(word);
});

test('invisible characters are written as escapes', () => {
  expect(visibleText('a\u202Eb\u200B\u{E0041} c\n')).toBe('a\\u{202e}b\\u{200b}\\u{e0041} c\\u{a}');
});
