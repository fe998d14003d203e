import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSERS } from './support/browsers.ts';
import { callChunks, type ModelServer, startModelServer, streamChunks, textChunks } from './support/model-server.ts';
import { type Site, serveSite } from './support/site.ts';
import { type Stage, setStage } from './support/stage.ts';

/** What turns on WebMCP in browsers that have it. */
const WITH_WEB_MCP = {
  chromiumArguments: ['--enable-blink-features=WebMCP'],
  preferences: { 'dom.modelcontext.enabled': true },
};

const INN = `<!doctype html><meta charset="utf-8"><title>Inn</title><body><h1>The inn</h1><p>Book a table by the river.</p>
  <form toolname="find_room" tooldescription="Finds a room."><label>Town <input name="town"></label><button>Find</button></form>
  <script>
    globalThis.given = [];
    const context = document.modelContext ?? navigator.modelContext;
    context?.registerTool({
      name: 'book_table',
      description: 'Books a table.',
      inputSchema: { type: 'object', properties: { guests: { type: 'integer' }, note: { type: 'string' } }, required: ['guests'] },
      execute: async (input) => {
        given.push(input);
        return { content: [{ type: 'text', text: 'Booked for ' + input.guests + '.' }] };
      },
    });
    document.forms[0].onsubmit = (event) => { event.preventDefault(); given.push('submitted'); };
  </script>`;

describe.each(BROWSERS)('tools of a page where the browser itself has WebMCP, in %s', (name) => {
  let stage: Stage;
  let site: Site;
  let server: ModelServer;

  beforeAll(async () => {
    site = await serveSite({ '/': { body: INN } });
    stage = await setStage(name, { pageContext: 'page-first', ...WITH_WEB_MCP });
    const input = JSON.stringify({ guests: 4, note: 'Mallory Street' });
    server = await startModelServer({
      host: (request, response) => {
        const results = request.messages.filter(({ role }) => role === 'tool').length;
        const call =
          results === 0
            ? { name: 'list_page_tools', arguments: '{}' }
            : {
                name: 'call_page_tool',
                arguments: JSON.stringify({ tool: 'book_table', arguments: JSON.parse(input) }),
              };
        return streamChunks(
          response,
          results < 2 ? callChunks([{ id: `call_${results}`, ...call }]) : textChunks('Done.'),
        );
      },
    });
    await stage.addEndpoint(server.url);
  });
  afterAll(async () => {
    await stage?.close();
    await site?.close();
    await server?.close();
  });

  test('are listed with its forms, and called once with what was approved', async ({ skip }) => {
    const { page, tabId } = await stage.openPage(`${site.origin}/`);
    const canList = await page.evaluate(() => {
      const hosts = [document, navigator].map((host) => Reflect.get(host, 'modelContext') as object | undefined);
      return hosts.some((host) => host !== undefined && 'getTools' in host);
    });
    // Firefox 153 only lets a page register its tools.
    skip(!canList, 'skipped: this browser has no WebMCP whose tools can be listed');
    const panel = await stage.openPanel(tabId);
    await panel.chooseModel('host');
    await page.bringToFront();
    await panel.page.bringToFront();
    await panel.ask('Book a table for 4 people.');
    await panel.waitForCard('call_page_tool', 'approval-requested');
    const given = () => page.evaluate(() => Reflect.get(globalThis, 'given') as unknown[]);
    expect(await given()).toEqual([]);
    await panel.approve('Run tool');
    await panel.answer();
    const results = (server.chats.at(-1)?.messages ?? []).filter(({ role }) => role === 'tool');
    expect(String(results[0]?.content)).toContain('Tool: book_table\nThe page says: Books a table.');
    expect(String(results[0]?.content)).toContain('Tool: find_room');
    // The user did not write the note, and has not ticked it.
    expect(await given()).toEqual([{ guests: 4 }]);
    expect(String(results[1]?.content)).toContain('The tool book_table of the page answered:\nBooked for 4.');
    await panel.shot(`${name}-page-native-tool-called`);
  });
});
