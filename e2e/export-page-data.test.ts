import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSERS, testOfFullRun } from './support/browsers.ts';
import { keepDownloads, takeTextDownload } from './support/downloads.ts';
import {
  callChunks,
  hasToolResult,
  type ModelServer,
  startModelServer,
  streamChunks,
  textChunks,
} from './support/model-server.ts';
import { type Site, serveSite } from './support/site.ts';
import { type Stage, setStage } from './support/stage.ts';

const CELLS = [
  ['1. FC Köln', '19.99'],
  ['Desk, &quot;large&quot;', '-200'],
  ['a | b * c_d [e] ``` <b>f</b>', '=1+1'],
];
const PAGE = {
  body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>The shop</title></head><body><main><article>
    <h1>The shop</h1><p>Everything that the shop has is in this table, with its price, and a <a href="/terms">page of terms</a>.</p>
    <table><caption>Stock</caption><thead><tr><th>Name</th><th>Price</th></tr></thead><tbody>
    ${CELLS.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}
    </tbody></table></article></main></body></html>`,
};
const CSV = 'Name,Price\n1. FC Köln,19.99\n"Desk, ""large""",-200\na | b * c_d [e] ``` f,\'=1+1';

describe.each(BROWSERS)('data of a page as the answer in %s', (name) => {
  let stage: Stage;
  let server: ModelServer;
  let site: Site;

  beforeAll(async () => {
    site = await serveSite({ '/shop': PAGE });
    stage = await setStage(name);
    const input = { table: { what: 'table' }, links: { what: 'links' } };
    const asked = (content: unknown) => (String(content).includes('links') ? input.links : input.table);
    server = await startModelServer({
      native: (request, response) => {
        const question = request.messages.findLast(({ role }) => role === 'user')?.content;
        if (hasToolResult(request) || request.tools === undefined) return streamChunks(response, textChunks('Done.'));
        const calls = callChunks([
          {
            id: `call_${request.messages.length}`,
            name: 'export_page_data',
            arguments: JSON.stringify(asked(question)),
          },
        ]);
        return streamChunks(response, calls);
      },
      small: (request, response) => {
        if (request.tools !== undefined) {
          response.writeHead(400, { 'content-type': 'application/json' });
          return void response.end('{"error":{"message":"small does not support tools"}}');
        }
        const call = '<tool_call>{"name": "export_page_data", "arguments": {"what": "table"}}</tool_call>';
        return streamChunks(response, textChunks(call));
      },
    });
    await stage.addEndpoint(server.url);
  });
  afterAll(async () => {
    await stage?.close();
    await server?.close();
    await site?.close();
  });

  async function panelBeside(model: string) {
    const { page, tabId } = await stage.openPage(`${site.origin}/shop`);
    const panel = await stage.openPanel(tabId);
    await panel.click('New chat');
    await panel.chooseModel(model);
    await page.bringToFront();
    await panel.page.bringToFront();
    return panel;
  }

  test('a table is exported exactly, without the model writing it, and saved as a file', async () => {
    const panel = await panelBeside('native');
    const before = server.chats.length;
    await panel.ask('Give me the table as CSV.');
    await panel.answer();
    expect(await panel.cards()).toContain('export_page_data output-available');
    expect(server.chats.slice(before)).toHaveLength(1);
    expect(await panel.page.$$eval('.code-block code', (all) => all.map((code) => code.textContent))).toEqual([CSV]);
    await panel.shot(`${name}-export-page-data`);
    await panel.page.evaluate(keepDownloads);
    await panel.click('Save as CSV');
    const { name: fileName, text } = await takeTextDownload(panel.page);
    expect(fileName).toMatch(/^stock-\d{4}-\d\d-\d\d\.csv$/);
    expect(text).toBe(CSV);

    // The table is sent once, as a result, and not as words of the assistant.
    await panel.ask('What is that?');
    await panel.answer();
    const said = server.chats.at(-1)?.messages.filter(({ role }) => role === 'assistant');
    expect(said?.map(({ content }) => content)).toContain('I gave you the result above, exactly as it is.');
    expect(said?.some(({ content }) => content?.includes('Köln'))).toBe(false);
    await panel.page.close();
  });

  testOfFullRun('links come as a list of addresses that are text', async () => {
    const panel = await panelBeside('native');
    await panel.ask('Give me all links of the page as a list.');
    await panel.answer();
    expect(await panel.text()).toContain(`- [page of terms](<${site.origin}/terms>)`);
    expect(await panel.page.$$('article[aria-label="Assistant"] .markdown a')).toEqual([]);
    await panel.page.close();
  });

  testOfFullRun('a small model that writes its calls as text gives the same', async () => {
    const panel = await panelBeside('small');
    await panel.ask('Give me the table as CSV.');
    await panel.answer();
    expect(await panel.cards()).toContain('export_page_data output-available');
    expect(await panel.page.$$eval('.code-block code', (all) => all.map((code) => code.textContent))).toEqual([CSV]);
    await panel.page.close();
  });
});
