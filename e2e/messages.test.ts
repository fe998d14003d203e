import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from './support/at-process-end.ts';
import { BROWSERS, testInChromium } from './support/browsers.ts';
import { readRows } from './support/log-rows.ts';
import { type Stage, setStage } from './support/stage.ts';

const EACH = 2_500;

type Runtime = { runtime: { sendMessage(...args: unknown[]): Promise<unknown>; connect(...args: unknown[]): unknown } };

/**
 * Sends `count` messages, both real commands and nonsense. Returns how many were answered. Runs where it is injected,
 * so it only uses code in its own body.
 */
async function sendMany(count: number, extensionId: string | null): Promise<number> {
  const scope = globalThis as unknown as { browser?: Runtime; chrome?: Runtime };
  const api = scope.browser ?? scope.chrome;
  if (!api?.runtime?.sendMessage) return 0;
  const model = { endpointId: 'practice', modelId: 'practice' };
  const messages: unknown[] = [
    { type: 'send', threadId: 'x', messageId: 'm', content: 'hi', model, tabId: null },
    { type: 'respond', threadId: 'x', toolCallId: 'a', approved: true, confirmId: 'c' },
    { type: 'reveal', threadId: 'x', runId: 'r' },
    { type: 'find-field', tabId: 1 },
    { type: 'write-field', field: { tabId: 1, frameId: 0, fieldId: 'f' }, text: 'x', replaces: '' },
    { type: 'test-endpoint', model },
    { type: 'list-models', endpointId: 'practice' },
    { type: '__proto__', constructor: { prototype: 1 } },
    [1, 2, 3],
    'send',
    null,
    { a: 'x'.repeat(10_000) },
  ];
  let answered = 0;
  for (let n = 0; n < count; n += 50) {
    const batch = Array.from({ length: 50 }, (_, index) => {
      const message = messages[(n + index) % messages.length];
      const args = extensionId === null ? [message] : [extensionId, message];
      return api.runtime.sendMessage(...args).then(
        (reply) => {
          if (reply !== undefined && reply !== null) answered++;
        },
        () => undefined,
      );
    });
    await Promise.all(batch);
  }
  return answered;
}

/** An extension without any permission. */
function otherExtension(): string {
  const folder = temporaryFolder('other-extension-');
  const manifest = { manifest_version: 3, name: 'Other', version: '1', background: { service_worker: 'worker.js' } };
  writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(path.join(folder, 'worker.js'), `self.sendMany = ${sendMany.toString()};`);
  return folder;
}

describe.each(BROWSERS)('messages from untrusted sources in %s', (name) => {
  let stage: Stage;
  let page: Page;
  let tabId: number;
  beforeAll(async () => {
    stage = await setStage(name, { pageContext: 'on-demand' });
    ({ page, tabId } = await stage.openPage(stage.articleUrl));
    await page.evaluate((url) => {
      const frame = document.createElement('iframe');
      frame.src = url;
      document.body.append(frame);
      return new Promise((resolve) => frame.addEventListener('load', resolve));
    }, stage.articleUrl);
    await stage.clickToolbarButton(page);
  });
  afterAll(() => stage?.close());

  /**
   * Runs as a content script in all frames of the tab. The source is passed as text, since the settings page may not
   * create functions from text.
   */
  function fromContentScripts(count: number): Promise<number[]> {
    return stage.settings.evaluate(`(async () => {
      const api = globalThis.browser ?? globalThis.chrome;
      const results = await api.scripting.executeScript({
        target: { tabId: ${tabId}, allFrames: true },
        args: [${count}, null],
        func: ${sendMany.toString()},
      });
      return results.map(({ result }) => result);
    })()`) as Promise<number[]>;
  }

  test('content scripts, in the page and in a frame, get no answer', async () => {
    expect(await fromContentScripts(EACH)).toEqual([0, 0]);
  });

  test('the page itself cannot send messages to the extension', async () => {
    expect(await page.evaluate(sendMany, EACH, new URL(stage.extensionUrl('')).host)).toBe(0);
  });

  testInChromium('another extension gets no answer', async () => {
    const id = await stage.browser.installExtension(otherExtension());
    const target = await stage.browser.waitForTarget((each) => each.url().includes(`${id}/worker.js`));
    const worker = await target.worker();
    expect(await worker?.evaluate(`sendMany(${EACH}, '${new URL(stage.extensionUrl('')).host}')`)).toBe(0);
  });

  test('none had an effect: the log is unchanged, and the worker still answers', async () => {
    expect(await readRows(stage.settings)).toEqual([]);
    const panel = await stage.openPanel(null);
    await panel.ask('hello');
    expect(await panel.answer()).toContain('practice model');
  });
});
