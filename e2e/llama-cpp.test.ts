import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BrowserName } from '../scripts/browsers.ts';
import { BROWSERS_OF_FULL_RUN } from './support/browsers.ts';
import { connectionTest } from './support/connection-test.ts';
import { type LlamaServers, startLlamaServers } from './support/llama-cpp.ts';
import { type Stage, setStage } from './support/stage.ts';

const servers = await startLlamaServers();

if ('missing' in servers) {
  test(`skipped: no real llama.cpp: ${servers.missing}`, ({ skip }) => skip());
} else {
  afterAll(servers.close);
  describe.each(BROWSERS_OF_FULL_RUN)('a real llama.cpp server, in %s', (name) => tryServers(name, servers));
}

function tryServers(name: BrowserName, { talker, caller }: LlamaServers): void {
  let stage: Stage;
  beforeAll(async () => {
    stage = await setStage(name, { pageContext: 'on-demand' });
  });
  afterAll(() => stage?.close());

  test('passes the connection test with its context size and model', async () => {
    await stage.addEndpoint(talker);
    const results = await connectionTest(stage.settings, talker);
    for (const check of ['Permission', 'Server', 'Browser extensions', 'Key', 'Model', 'Streaming']) {
      expect(results[check]).toMatch(/^ok/);
    }
    expect(results.Context).toContain('8,192 tokens');
    expect(results.Images).toMatch(/^note.*can’t see images/);
    await stage.shot(stage.settings, `${name}-llama-cpp`);
  });

  test('streams an answer into the panel', async () => {
    const panel = await stage.openPanel(null);
    await panel.chooseModel('talker');
    await panel.ask('What is the sea like?');
    expect(await panel.answer()).toMatch(/\b(the|is|tide|sea|high|blue)\b.*\./);
    await panel.page.close();
  });

  test('calls a tool natively', async () => {
    await stage.addEndpoint(caller);
    const { tabId } = await stage.openPage(stage.articleUrl);
    const panel = await stage.openPanel(tabId);
    await panel.click('New chat');
    await panel.chooseModel('caller');
    await panel.ask('Read it.');
    await panel.page.waitForSelector('[role="log"] [role="group"][data-state^="output-"]');
    const stop = await panel.page.$('button[aria-label="Stop"]');
    await stop?.click();
    await panel.page.close();
  });
}
