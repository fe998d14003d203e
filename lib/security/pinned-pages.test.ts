import { describe, expect, test } from 'vitest';
import { type PageAccess, PageError } from '../contracts/page.ts';
import type { PageContext } from '../contracts/page-context.ts';
import { asked, buildThread, called, lastRun, runStart, step } from '../testing/agent/scripted-thread.ts';
import { buildReading, granted, MemoryPages } from '../testing/tools/memory-pages.ts';
import { decideTabOfRun } from './approval/decide-page.ts';
import { allowedSites, pinnedPages, type WithheldPages, withheldPages } from './pinned-pages.ts';

const { signal } = new AbortController();
const HOME = 'https://home.test';
const BANK = 'https://bank.test';
const pages = new MemoryPages({ 1: granted(buildReading('home', 'x')), 2: granted(buildReading('bank', 'y')) });
const NOT_SENT = { code: 'not-sent', message: 'The user does not want this page to be read. Answer without it.' };
const MOVED = {
  code: 'other-site',
  message: 'The tab has moved to another site, which was not read. Ask again beside it.',
};

const policy = (change: object) => ({ context: { mode: 'on-demand' as const, maxTokens: 1, ...change } });
const buildRun = (change: object) => lastRun(buildThread(asked('q', '?'), runStart('r', change)));
const withheld = (change: Partial<WithheldPages>): WithheldPages => ({
  all: false,
  sites: new Set(),
  tabIds: new Set(),
  ...change,
});

describe('a page that the user withholds', () => {
  test.each([
    ['because no page is sent', withheld({ all: true })],
    ['in one tab', withheld({ tabIds: new Set([1]) })],
  ])('is not read although it is the page of the run: %s', async (_why, kept) => {
    const own = pinnedPages(pages, { sites: new Set([HOME]), withheld: kept });
    await expect(own.read(1, signal)).rejects.toMatchObject(NOT_SENT);
    await expect(own.facts(1, signal)).rejects.toMatchObject(NOT_SENT);
    const access = await own.check(1);
    expect(access).toMatchObject({ type: 'impossible', error: NOT_SENT });
    expect((await own.list()).map(({ tabId }) => tabId)).not.toContain(1);
    const { pages: searched } = await own.openPages('x', signal);
    expect(searched.map(({ tabId }) => tabId)).not.toContain(1);
  });

  test('needs no approval if the browser shows it itself', async () => {
    const viewer = new MemoryPages({
      1: { reading: buildReading('bank', 'x'), access: { type: 'viewer', url: `${BANK}/x.pdf` } },
    });
    const own = pinnedPages(viewer, { sites: new Set([HOME]), withheld: withheld({ sites: new Set([BANK]) }) });
    expect(await own.check(1)).toMatchObject({ type: 'impossible', error: NOT_SENT });
  });

  test('is not read at all, and neither is one of another site', async () => {
    const read: number[] = [];
    const counted = {
      check: (tabId: number) => pages.check(tabId),
      policyFor: async () => 'send',
      read: async (tabId: number) => {
        read.push(tabId);
        return buildReading('home', 'x');
      },
    } as unknown as PageAccess;
    for (const kept of [withheld({}), withheld({ sites: new Set([BANK]) })])
      await expect(
        pinnedPages(counted, { sites: new Set([HOME]), withheld: kept }).read(2, signal),
      ).rejects.toBeInstanceOf(PageError);
    await pinnedPages(counted, { sites: new Set([HOME]) }).read(1, signal);
    expect(read).toEqual([1]);
  });

  test('leaves the other tabs as they are', async () => {
    const own = pinnedPages(pages, { sites: new Set([HOME, BANK]), withheld: withheld({ tabIds: new Set([1]) }) });
    expect(await own.read(2, signal)).toMatchObject({ title: 'bank' });
    expect(await own.check(2)).toMatchObject({ type: 'granted' });
    expect((await own.list()).map(({ tabId }) => tabId)).toEqual([2]);
    const { pages: searched, leftOut } = await own.openPages('x', signal);
    expect([searched.map(({ tabId }) => tabId), leftOut]).toEqual([[2], 1]);
  });

  test('by its site is neither listed nor read, unless the user approved the site for this run', async () => {
    const kept = withheld({ sites: new Set([BANK]) });
    const own = pinnedPages(pages, { sites: new Set([HOME]), withheld: kept });
    await expect(own.read(2, signal)).rejects.toMatchObject(NOT_SENT);
    expect(await own.check(2)).toMatchObject({ type: 'impossible', error: NOT_SENT });
    expect((await own.list()).map(({ tabId }) => tabId)).toEqual([1]);
    const approved = pinnedPages(pages, { sites: new Set([HOME, BANK]), withheld: kept });
    expect(await approved.read(2, signal)).toMatchObject({ title: 'bank' });
    expect((await approved.list()).map(({ tabId }) => tabId)).toEqual([1, 2]);
  });

  test('by the policy of its site now is neither listed nor read, although the run does not know the policy', async () => {
    const open = new MemoryPages({ 1: granted(buildReading('home', 'x')), 2: granted(buildReading('bank', 'y')) });
    open.policies = { 'http://www.bank.test': 'never' };
    const own = pinnedPages(open, { sites: new Set([HOME]) });
    expect((await own.list()).map(({ tabId }) => tabId)).toEqual([1]);
    expect(await own.check(2)).toMatchObject({ type: 'impossible', error: NOT_SENT });
    await expect(own.read(2, signal)).rejects.toMatchObject(NOT_SENT);
    open.policies = { [BANK]: 'ask' };
    expect((await own.list()).map(({ tabId }) => tabId)).toEqual([1]);
    expect(await own.check(2)).toMatchObject({ type: 'needed' });
  });

  test('of another site is listed without the query of its address, which may hold tokens', async () => {
    const reading = { ...buildReading('mail', 'y'), url: 'https://mail.test/inbox?token=abc#4' };
    const open = new MemoryPages({ 1: granted(buildReading('home', 'x')), 2: granted(reading) });
    const listed = async (sites: string[]) =>
      (await pinnedPages(open, { sites: new Set(sites) }).list()).map(({ url }) => url);
    expect(await listed([HOME])).toEqual([`${HOME}/`, 'https://mail.test/inbox']);
    expect(await listed([HOME, 'https://mail.test'])).toEqual([`${HOME}/`, reading.url]);
  });

  test('counts as left out of a search, with those the browser left out', async () => {
    const three = new MemoryPages({
      1: granted(buildReading('home', 'x')),
      2: granted(buildReading('bank', 'y')),
      3: { reading: buildReading('c', 'z'), access: { type: 'needed' } },
    });
    const own = pinnedPages(three, { sites: new Set([HOME]), withheld: withheld({ sites: new Set([BANK]) }) });
    expect(await own.openPages('x', signal)).toMatchObject({ searched: 1, leftOut: 2 });
    const none = pinnedPages(three, { sites: new Set([HOME]), withheld: withheld({ all: true }) });
    expect(await none.openPages('x', signal)).toEqual({ pages: [], searched: 0, leftOut: 0 });
    expect(await none.list()).toEqual([]);
  });

  test('is not reported while a search or reading continues', async () => {
    const pdf = { ...buildReading('bank', '# Page 1', 'Balance'), pdfPages: 1 };
    const two = new MemoryPages({ 1: granted(buildReading('home', 'x')), 2: granted(pdf) });
    const reports = async (own: PageAccess) => {
      const reported: string[] = [];
      const report = ({ url }: { url: string }) => void reported.push(url);
      await own.openPages('x', signal, report);
      await own.read(2, signal, { onPdfPage: report }).catch(() => undefined);
      return reported;
    };
    expect(await reports(two)).toEqual([`${HOME}/`, `${BANK}/`, `${BANK}/`]);
    const kept = withheld({ sites: new Set([BANK]) });
    expect(await reports(pinnedPages(two, { sites: new Set([HOME]), withheld: kept }))).toEqual([`${HOME}/`]);
    // A tab of another site is read only by a search.
    expect(await reports(pinnedPages(two, { sites: new Set([HOME]) }))).toEqual([`${HOME}/`, `${BANK}/`]);
    expect(await reports(pinnedPages(two, { sites: new Set([HOME, BANK]) }))).toEqual([
      `${HOME}/`,
      `${BANK}/`,
      `${BANK}/`,
    ]);
  });

  test('is one of a site that is never sent, or that was not approved, or any if the mode is "never"', () => {
    expect(withheldPages(buildRun({}))).toEqual(withheld({}));
    expect(withheldPages(buildRun(policy({ neverSites: [BANK] })))).toEqual(withheld({ sites: new Set([BANK]) }));
    expect(withheldPages(buildRun(policy({ mode: 'never' })))).toEqual(withheld({ all: true }));
    const refused = lastRun(
      buildThread(
        asked('q', '?'),
        runStart('r'),
        { type: 'context-start', contextId: 'c', tabId: 4 },
        { type: 'context-approval-request', contextId: 'c', question: { type: 'site', site: BANK } as never },
        { type: 'context-approval-response', contextId: 'c', approved: false },
        { type: 'context-start', contextId: 'd', tabId: 5 },
      ),
    );
    expect(withheldPages(refused).tabIds).toEqual(new Set([4]));
  });
});

describe('a page of another site', () => {
  test('is reported as moved, by every operation', async () => {
    const own = pinnedPages(pages, { sites: new Set([HOME]) });
    await expect(own.read(2, signal)).rejects.toMatchObject(MOVED);
    await expect(own.facts(2, signal)).rejects.toMatchObject(MOVED);
    await expect(own.forms(2, signal)).rejects.toMatchObject(MOVED);
    await expect(own.transcript(2, signal)).rejects.toMatchObject(MOVED);
    await expect(own.capture(2, signal)).rejects.toMatchObject(MOVED);
    await expect(own.readPdf({ tabId: 2, url: `${BANK}/a.pdf`, first: 1 }, signal)).rejects.toMatchObject(MOVED);
  });

  test('is not one that has no site at all', async () => {
    const blank = new MemoryPages({ 1: granted({ ...buildReading('x', 'x'), url: 'no address' }) });
    expect(await pinnedPages(blank, { sites: new Set([HOME]) }).check(1)).toEqual({ type: 'needed' });
    expect(await pinnedPages(blank, { sites: new Set(), siteByTab: new Map([[1, null]]) }).check(1)).toEqual({
      type: 'needed',
    });
  });
});

test('a page that cannot be read reports why, not that it has moved', async () => {
  const closed = new MemoryPages({ 1: { reading: buildReading('home', 'x'), access: { type: 'needed' } } });
  const own = pinnedPages(closed, { sites: new Set([HOME]) });
  expect(await own.check(1)).toEqual({ type: 'needed' });
  await expect(own.facts(1, signal)).rejects.toMatchObject({ code: 'no-access' });
});

test('an operation returns what the page returns, on a page of the run', async () => {
  const facts = { title: 'home' } as never;
  const home = new MemoryPages(
    {
      1: {
        ...granted(buildReading('home', 'x')),
        facts,
        transcript: { lines: [] } as never,
        image: { type: 'x' } as never,
      },
    },
    { [`${HOME}/a.pdf`]: buildReading('pdf', 'y') },
  );
  const own = pinnedPages(home, { sites: new Set([HOME]) });
  expect(await own.facts(1, signal)).toBe(facts);
  expect(await own.transcript(1, signal)).toEqual({ lines: [] });
  expect(await own.capture(1, signal)).toEqual({ type: 'x' });
  expect(await own.readPdf({ tabId: 1, url: `${HOME}/a.pdf`, first: 1 }, signal)).toMatchObject({ title: 'pdf' });
  expect(await own.mayFetch(1, `${HOME}/a.pdf`)).toBe(true);
});

describe('the sites of a run', () => {
  const page = { title: '', url: `${HOME}/` };

  test('exclude those that are never sent or need approval', () => {
    const tabs = [{ tabId: 2, title: '', url: `${BANK}/` }];
    expect([...allowedSites(buildRun({ page, tabs }))]).toEqual([HOME, BANK]);
    expect([...allowedSites(buildRun({ page, tabs, ...policy({ neverSites: [BANK] }) }))]).toEqual([HOME]);
    expect([...allowedSites(buildRun({ page, tabs, ...policy({ askSites: [HOME] }) }))]).toEqual([BANK]);
  });

  test('are withheld on every port of a host', () => {
    const other = { title: '', url: `${HOME}:8443/` };
    expect([...allowedSites(buildRun({ page: other, ...policy({ neverSites: [HOME] }) }))]).toEqual([]);
    expect([...allowedSites(buildRun({ page: other }))]).toEqual([`${HOME}:8443`]);
  });

  test('include the one whose page the user approved for the first request, before and after it was read', () => {
    const context = { source: { tabId: 1, url: `${BANK}/1`, title: '' }, text: '' } as unknown as PageContext;
    const approved = [
      asked('q', '?'),
      runStart('r', policy({ askSites: [BANK] })),
      { type: 'context-start', contextId: 'c', tabId: 1 },
      { type: 'context-approval-request', contextId: 'c', question: { type: 'site', site: BANK } as never },
      { type: 'context-approval-response', contextId: 'c', approved: true, origin: BANK },
    ] as const;
    expect([...allowedSites(lastRun(buildThread(...approved)))]).toEqual([BANK]);
    const read = buildThread(...approved, { type: 'context-available', contextId: 'c', context, ms: 1 });
    expect([...allowedSites(lastRun(read))]).toEqual([BANK]);
    const unasked = buildThread(asked('q', '?'), runStart('r'), approved[2], {
      type: 'context-available',
      contextId: 'c',
      context,
      ms: 1,
    });
    expect([...allowedSites(lastRun(unasked))]).toEqual([]);
  });

  test('are empty if no page, tab or call provides one', () => {
    const unread = buildThread(asked('q', '?'), runStart('r'), ...step('r:0', ...called('a', 'read_page')));
    expect([...allowedSites(lastRun(unread))]).toEqual([]);
    expect([...allowedSites(buildRun({ page: { title: '', url: 'no address' } }))]).toEqual([]);
  });
});

test.each(['http://192.168.1.1/a.pdf', 'http://localhost:8080/a.pdf', 'http://nas.lan/a.pdf'])(
  'a document of the own network is not loaded for a page elsewhere, whatever was approved: %s',
  async (url) => {
    const documents = { approved: new Set([url]), asked: 0, current: null };
    const own = pinnedPages(pages, { sites: new Set([HOME]), withheld: withheld({}), siteByTab: new Map(), documents });
    await expect(own.mayFetch(1, url)).rejects.toMatchObject({ code: 'not-fetched' });
    await expect(own.readPdf({ tabId: 1, url, first: 1 }, signal)).rejects.toMatchObject({ code: 'not-fetched' });
  },
);

test('a document of the local network needs approval even on a page of it', async () => {
  const inside = { ...buildReading('wiki', 'x'), url: 'http://wiki.lan/' };
  const own = pinnedPages(new MemoryPages({ 1: granted(inside) }), { sites: new Set(['http://wiki.lan']) });
  expect(await own.mayFetch(1, 'http://nas.lan/a.pdf')).toBe(false);
});

describe('a page of a site that is never sent', () => {
  const ARCHIVE = 'https://archive.test';
  const copy = `${ARCHIVE}/web/2024/${BANK}/balance`;
  const archive = new MemoryPages({
    1: granted({ ...buildReading('archive', 'x'), url: `${ARCHIVE}/` }),
    2: granted({ ...buildReading('archive', 'y'), url: copy }),
  });
  archive.policies = { [BANK]: 'never' };

  test('is not read where a site of the run shows it', async () => {
    const own = pinnedPages(archive, { sites: new Set([ARCHIVE]) });
    await expect(own.read(1, signal)).resolves.toMatchObject({ url: `${ARCHIVE}/` });
    await expect(own.read(2, signal)).rejects.toMatchObject(NOT_SENT);
    expect(await own.check(2)).toMatchObject({ type: 'impossible', error: NOT_SENT });
    expect((await own.list()).map(({ tabId }) => tabId)).toEqual([1]);
    await expect(own.mayFetch(1, `${copy}.pdf`)).rejects.toMatchObject(NOT_SENT);
    await expect(own.readPdf({ tabId: 1, url: `${copy}.pdf`, first: 1 }, signal)).rejects.toMatchObject(NOT_SENT);
  });

  test('does not go with a question where a site of the run shows it', async () => {
    const run = buildRun({ tabId: 2, page: { title: '', url: `${ARCHIVE}/` }, ...policy({}) });
    const decide = (tabId: number) =>
      decideTabOfRun({ page: archive, tabId, run, state: buildThread(asked('q', '?')), isHosted: false, signal });
    expect(await decide(1)).toEqual({ type: 'send' });
    expect(await decide(2)).toEqual({ type: 'withhold' });
  });
});
