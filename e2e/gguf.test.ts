import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ElementHandle } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tinyGguf } from '../lib/testing/model-api/tiny-gguf.ts';
import { BROWSERS } from './support/browsers.ts';
import type { Panel } from './support/panel.ts';
import { type Stage, setStage } from './support/stage.ts';

const FOLDER = path.resolve('out/gguf');

/** Each of its letters stands in it once, which is what such a model can write. */
const ANSWER = 'Tiny model.';

describe.each(BROWSERS)('a model inside the extension, in %s', (name) => {
  let stage: Stage;
  let panel: Panel;
  beforeAll(async () => {
    mkdirSync(FOLDER, { recursive: true });
    stage = await setStage(name, { pageContext: 'on-demand' });
    panel = await stage.openPanel(null);
  });
  afterAll(() => stage?.close());

  /** Selects a file in the settings, and returns what they say then. */
  async function add(file: string, bytes: Uint8Array): Promise<string> {
    const { settings } = stage;
    writeFileSync(path.join(FOLDER, file), bytes);
    await settings.bringToFront();
    const field = (await settings.waitForSelector('input[accept=".gguf"]')) as ElementHandle<HTMLInputElement>;
    await field.uploadFile(path.join(FOLDER, file));
    const report = '.gguf-models [role="status"], .gguf-models [role="alert"]';
    const handle = await settings.waitForSelector(report);
    return (await handle?.evaluate((element) => element.textContent)) ?? '';
  }

  test('is added from a file, and answers', async () => {
    expect(await add('tiny.gguf', tinyGguf({ text: ANSWER }))).toMatch(/^tiny was added/);
    await stage.shot(stage.settings, `${name}-gguf-settings`);
    await panel.page.bringToFront();
    await panel.click('New chat');
    await panel.chooseModel('tiny');
    await panel.ask('When is low tide?');
    expect(await panel.answer()).toContain(ANSWER);
    await panel.shot(`${name}-gguf`);
  });
});
