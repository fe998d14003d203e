import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refuseTunnels } from '../scripts/refuse-tunnels.ts';
import { BROWSERS } from './support/browsers.ts';
import { takeLongestWait, watchWaits } from './support/longest-wait.ts';
import type { Panel } from './support/panel.ts';
import { type Stage, setStage } from './support/stage.ts';
import { startToolCaller, type ToolCaller } from './support/tool-caller.ts';
import { allowOpeningPages, turnWebOn } from './support/web-access.ts';

const times = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => text(i)).join('');
const words = '<p>Low water in Hamburg is at six.</p>';
/** Letters of many scripts, each of which needs a different font. */
const scripts = [
  0x0250, 0x0590, 0x0620, 0x0905, 0x0e01, 0x10a0, 0x1200, 0x13a0, 0x1780, 0x2c80, 0x3105, 0x4e00, 0xa000,
];
const mixed = (length: number) =>
  times(length, (i) => String.fromCodePoint((scripts[i % scripts.length] ?? 0) + (i % 40)));

/** Pages that keep a browser busy for minutes if they are laid out unchanged. */
const PAGES: Record<string, string> = {
  selectors: `<style>${times(150, (i) => `.r${i}:has(~ * .x${i} + :nth-child(${i + 1}n of .a .b)) *{color:red}`)}</style>${words}${times(4_000, (i) => `<div class="a b r${i % 150}"><i class="x${i % 150}">${i}</i></div>`)}`,
  siblings: `<style>${times(300, (i) => `.a ~ .b${i} ~ .a ~ .c{color:red}`)}</style>${words}${'<i class="a">a</i>'.repeat(60_000)}`,
  universal: `<style>${times(5_000, (i) => `* [data-x${i}] *{color:red}`)}</style>${words}${'<b>a</b>'.repeat(100_000)}`,
  depth: `${words}${'<div style="display:flex"><table><tr><td>'.repeat(3_000)}a`,
  flex: `${words}${'<div style="display:flex;flex-direction:column"><div style="display:grid;height:100%">'.repeat(50)}a`,
  columns: `${words}${'<div style="columns:3;float:left"><b>a</b>'.repeat(50)}a`,
  uses: `${words}<svg>${times(30, (i) => `<g id="u${i}">${`<use href="#u${i + 1}"/>`.repeat(9)}</g>`)}<g id="u30"><text>a</text></g></svg>`,
  shadows: `${words}${'<x-a><template shadowrootmode="open"><style>:host(:has(*)) *{color:red}</style><slot></slot></template>'.repeat(20_000)}`,
  fields: `${words}${'<select><option>a<option>b</select><input value="a"><textarea>a</textarea><video controls></video>'.repeat(12_000)}`,
  tables: `${words}<table>${`<tr>${'<td colspan=3 rowspan=2>a'.repeat(100)}</tr>`.repeat(1_000)}</table>`,
  fonts: `${words}<p>${mixed(300_000)}</p>`,
  unbroken: `${words}<p>${'a'.repeat(3_000_000)}</p>`,
  attributes: `${words}${times(1_000, (i) => `<p ${times(300, (a) => `a${a}="${i}" `)}>a</p>`)}`,
};

describe.each(BROWSERS)('pages that would keep a browser busy, in %s', (name) => {
  let stage: Stage;
  let proxy: Server;
  let caller: ToolCaller;
  let panel: Panel;

  beforeAll(async () => {
    proxy = createServer((request, response) => {
      const page = PAGES[/^http:\/\/(\w+)\.web\.test\/$/.exec(request.url ?? '')?.[1] ?? ''];
      if (page === undefined) response.writeHead(404).end();
      else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    });
    refuseTunnels(proxy);
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    stage = await setStage(name, { proxyPort: (proxy.address() as AddressInfo).port });
    caller = await startToolCaller(stage);
    await allowOpeningPages(stage);
    panel = await stage.openPanel(null);
    await panel.chooseModel('caller');
    await turnWebOn(panel);
    await watchWaits(panel.page);
  });

  afterAll(async () => {
    await stage?.close();
    proxy?.closeAllConnections();
    proxy?.close();
    await caller?.server.close();
  });

  test.each(Object.keys(PAGES))('come to an end, and the panel answers: %s', async (page) => {
    await takeLongestWait(panel.page);
    const start = performance.now();
    const text = await caller.call(panel, 'open_page', { url: `http://${page}.web.test/` });
    const longest = await takeLongestWait(panel.page);
    console.log(
      `${name} ${page}: ${Math.round(performance.now() - start)} ms, longest wait ${longest} ms, ${text.length} characters`,
    );
    expect(text).toMatch(/Low water in Hamburg is at six\.|could not be read/);
  });
});
