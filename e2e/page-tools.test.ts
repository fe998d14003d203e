import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSERS } from './support/browsers.ts';
import { type Site, serveSite } from './support/site.ts';
import { type Stage, setStage } from './support/stage.ts';
import { startToolCaller, type ToolCaller } from './support/tool-caller.ts';
import { toolPages } from './support/tool-pages.ts';

describe.each(BROWSERS)('the tools that read pages in %s', (name) => {
  let stage: Stage;
  let other: Site;
  let site: Site;
  let caller: ToolCaller;

  beforeAll(async () => {
    other = await serveSite(toolPages);
    site = await serveSite(toolPages, other.origin);
    stage = await setStage(name, { pageContext: 'on-demand' });
    caller = await startToolCaller(stage);
  });
  afterAll(async () => {
    await stage?.close();
    await caller?.server.close();
    await site?.close();
    await other?.close();
  });

  test('read an article in parts, by section, by search, by its links, tables and forms', async () => {
    const panel = await caller.panelAt(`${site.origin}/guide`);
    const call = (tool: string, input?: object) => caller.call(panel, tool, input);
    const article = await call('read_page');
    expect(article).toContain('Title: The guide');
    expect(article).toContain('main content, without navigation');
    expect(article).toContain('- S1 Guide to lamps');
    expect(article).toContain('(table T1: rows 1–30 of 400; read_table gives the others)');
    expect(article).toMatch(/\[a page elsewhere\]\(L\d+\)/);
    expect(article).not.toMatch(/Imprint|hunter2|s3cr3t/);
    expect(await call('read_page', { whole: true })).toContain('Imprint');
    expect(await call('read_section', { section: 'Cleaning' })).toMatch(/Under: Guide to lamps\n\n## Cleaning/);
    expect(await call('find_in_page', { query: 'brass vinegar' })).toMatch(/\[1\] S2 Guide to lamps > Cleaning\n/);
    expect(await call('find_in_page', { query: 'zebra' })).toContain('Its outline:\n- S1 Guide to lamps');
    expect(await call('list_links', { filter: 'manual' })).toMatch(/L\d+ the manual: \/manual\.pdf/);
    expect(await call('read_table', { rows: '399-', format: 'csv' })).toMatch(
      /Name,Count\nlamp 399,1194\nlamp 400,1197$/,
    );
    expect(await call('page_info')).toMatch(/author: Ada[\s\S]*"price":"19\.99"/);
    const forms = await call('list_forms');
    expect(forms).toContain(
      '- Name (text, required) = "Grace"\n- Password (text, only for the user) = (not told)\n- Size (select) = "Large"',
    );
    expect(forms).not.toMatch(/hunter2|s3cr3t/);
    await panel.shot(`${name}-page-tools`);
    await panel.page.close();
  });

  test('read frames in place, and name those they could not read', async () => {
    const panel = await caller.panelAt(`${site.origin}/frames`);
    const text = await caller.call(panel, 'read_page');
    const port = (origin: string) => new URL(origin).port;
    const inOrder = [
      `Words inside the frame of ${port(site.origin)}`,
      `Innermost words of ${port(site.origin)}`,
      'Between the frames',
      `Words inside the frame of ${port(other.origin)}`,
      `Innermost words of ${port(other.origin)}`,
      'the end of the page with frames',
    ];
    expect(inOrder.map((words) => text.indexOf(words))).toEqual(
      inOrder.map((words) => text.indexOf(words)).toSorted((a, b) => a - b),
    );
    for (const words of inOrder) expect(text).toContain(words);
    // Loopback is only allowed by its number, not by its name.
    expect(text).toContain(`Not read: 1 embedded page of other sites (localhost:${port(site.origin)})`);
    await panel.page.close();
  });

  test('read an article in a single frame as the page', async () => {
    const panel = await caller.panelAt(`${site.origin}/shell`);
    const text = await caller.call(panel, 'read_page');
    expect(text).toContain('# How to return a lamp');
    await panel.page.close();
  });

  test('continue at the same text while the page grows', async () => {
    const { page, tabId } = await stage.openPage(`${site.origin}/growing`);
    const panel = await stage.openPanel(tabId);
    await panel.click('New chat');
    await panel.chooseModel('caller');
    const first = await caller.call(panel, 'read_page');
    const cursor = /cursor "([^"]+)"$/.exec(first)?.[1];
    const last = Number(/Item (\d+):[^\n]*\n\n…about/.exec(first)?.[1]);
    await page.evaluate('grow(); grow(); grow()');
    const second = await caller.call(panel, 'read_page', { cursor });
    expect(second).toContain('Note: the page has changed since the part before.');
    expect(Number(/Item (\d+):/.exec(second)?.[1])).toBe(last + 1);
    await panel.page.close();
    await page.close();
  });

  test.each(['/strict', '/clobbered'])('read a page that shadows DOM properties: %s', async (path) => {
    const panel = await caller.panelAt(`${site.origin}${path}`);
    expect(await caller.call(panel, 'read_page')).toContain('This is sentence 0 about');
    await panel.page.close();
  });

  test.each([
    ['/data.json', '"price": 19.99'],
    ['/notes.txt', 'Plain notes'],
    ['/feed.xml', 'Lamps are in'],
  ])('read a tab without a web page: %s', async (path, words) => {
    const panel = await caller.panelAt(`${site.origin}${path}`);
    expect(await caller.call(panel, 'read_page')).toContain(words);
    await panel.page.close();
  });

  test('read a tab that shows a file of values as a table', async () => {
    const panel = await caller.panelAt(`${site.origin}/lamps.csv`);
    const text = await caller.call(panel, 'read_page');
    expect(text).toContain('Title: lamps.csv');
    expect(text).toContain('| Lamp | Watts |\n| --- | --- |\n| Hall | 5 |\n| Porch, left | 12 |');
    expect(await caller.call(panel, 'read_table', { contains: 'porch', format: 'csv' })).toMatch(
      /Lamp,Watts\n"Porch, left",12$/,
    );
    await panel.shot(`${name}-csv`);
    await panel.page.close();
  });

  test('read a PDF in a tab like a page, and by page numbers', async () => {
    const panel = await caller.panelAt(`${site.origin}/manual.pdf`);
    const text = await caller.call(panel, 'read_page');
    expect(text).toContain('Title: The manual');
    expect(text).toContain(
      '# Page 1\n\n## Chapter 1\n\nPage 1 tells how to mount lamp number 1 on a wall. Mind the cable behind it.',
    );
    expect(text).toContain('# Page 5\n\n(This page holds no text: it is a picture, perhaps a scan.)');
    const some = await caller.call(panel, 'read_pdf', { pages: '29-' });
    expect(some).toMatch(/PDF, 30 pages\n\n# Page 29[\s\S]*lamp number 30/);
    expect(await caller.call(panel, 'find_in_page', { query: 'lamp number 17' })).toContain('Page 17');
    await panel.shot(`${name}-pdf`);
    await panel.page.close();
  });

  test('read a PDF the page links to, but no other address', async () => {
    const panel = await caller.panelAt(`${site.origin}/guide`);
    expect(await caller.call(panel, 'read_pdf', { link: '/manual.pdf', pages: '2' })).toContain(
      '# Page 2\n\n## Chapter 2',
    );
    const before = site.requests.length;
    expect(await caller.call(panel, 'read_pdf', { link: '/manual.pdf?said=secret' })).toContain(
      'is no link on this page',
    );
    expect(site.requests.slice(before)).toEqual([]);
    await panel.page.close();
  });

  test('read a page with a PDF in it, and the PDF, regardless of how it is embedded', async () => {
    const panel = await caller.panelAt(`${site.origin}/bills`);
    const links = /\[In an embed\]\([^)]+\)\n\n\[manual\.pdf\]\(L2\)\n\n\[manual\.pdf\]\(L3\)/;
    const text = await caller.call(panel, 'read_page');
    expect(text).toMatch(links);
    expect(text).not.toContain('Not read');
    expect(await caller.call(panel, 'read_pdf', { link: 'In an embed', pages: '2' })).toContain(
      '# Page 2\n\n## Chapter 2',
    );
    await panel.page.close();
  });

  test('read a linked PDF on another site after an approval for that PDF only', async () => {
    const panel = await caller.panelAt(`${site.origin}/library`);
    const link = `${other.origin}/manual.pdf`;
    const before = other.requests.length;
    await panel.ask(`call read_pdf ${JSON.stringify({ link, pages: '2' })}`);
    await panel.waitForCard('read_pdf', 'approval-requested');
    await panel.waitForText(link);
    expect(other.requests.slice(before)).toEqual([]);
    await panel.allow();
    await panel.answer();
    expect(JSON.stringify(caller.server.chats.at(-1))).toContain('## Chapter 2');
    await panel.ask(`call read_pdf ${JSON.stringify({ link, pages: '3' })}`);
    await panel.waitForCard('read_pdf', 'approval-requested');
    await panel.click('Don’t allow');
    await panel.answer();
    expect(JSON.stringify(caller.server.chats.at(-1))).not.toContain('## Chapter 3');
    await panel.page.close();
  });

  test('leave the panel usable while a PDF takes too long, and read the pages before it', async () => {
    const panel = await caller.panelAt(`${site.origin}/slow.pdf`);
    const reading = caller.call(panel, 'read_page');
    await panel.waitForCard('read_page', 'executing');
    // The panel's main thread responds while the document is read.
    let ticks = 0;
    const ticking = setInterval(() => void panel.page.evaluate(() => 1).then(() => (ticks += 1)), 500);
    const text = await reading.finally(() => clearInterval(ticking));
    expect(text).toContain('The tides come twice a day.');
    expect(text).not.toContain('# Page 2');
    expect(ticks).toBeGreaterThan(5);
    await panel.page.close();
  });

  test('report that a PDF is damaged', async () => {
    const panel = await caller.panelAt(`${site.origin}/broken.pdf`);
    expect(await caller.call(panel, 'read_page')).toMatch(/damaged/);
    await panel.page.close();
  });

  test('read the captions of a video', async () => {
    const panel = await caller.panelAt(`${site.origin}/talk`);
    expect(await caller.call(panel, 'read_transcript')).toContain('[0:01] Welcome to the talk.\n[0:40] Goodbye.');
    await panel.page.close();
  });

  test('read a selection from a paragraph into a table', async () => {
    const { page, tabId } = await stage.openPage(`${site.origin}/select`);
    await page.evaluate(() => {
      const from = document.querySelector('#from')?.firstChild;
      const to = document.querySelector('#to')?.firstChild;
      if (from && to) getSelection()?.setBaseAndExtent(from, 6, to, 3);
    });
    const panel = await stage.openPanel(tabId);
    await panel.click('New chat');
    await panel.chooseModel('caller');
    const text = await caller.call(panel, 'read_selection');
    expect(text).toContain('marked words.');
    expect(text).toContain('| one |');
    expect(text).not.toMatch(/First|other cell/);
    await panel.page.close();
  });

  test('list tabs and read another one', async () => {
    await stage.openPage(`${site.origin}/article`);
    const panel = await caller.panelAt(`${site.origin}/guide`);
    const list = await caller.call(panel, 'list_tabs');
    const tabId = Number(/tab_id (\d+): Article/.exec(list)?.[1]);
    expect(await caller.call(panel, 'read_tab', { tab_id: tabId })).toContain('# How to return a lamp');
    await panel.page.close();
  });

  test('capture the tab for a model with vision, after an approval', async () => {
    const { page, tabId } = await stage.openPage(`${site.origin}/guide`);
    await stage.clickToolbarButton(page);
    const panel = await stage.openPanel(tabId);
    await panel.click('New chat');
    await panel.chooseModel('caller');
    const text = await caller.callBehind(panel, page, 'capture_page');
    expect(text).toContain('A screenshot of the tab as it is now');
    expect(JSON.stringify(caller.server.chats.at(-1)?.messages)).toContain('"url":"data:image/jpeg;base64,/9j/');
    await panel.page.locator('[data-tool="capture_page"] .tool-call-head').click();
    await panel.page.waitForSelector('.tool-call-image');
    await panel.shot(`${name}-capture`);
    await panel.page.close();
  });
});
