import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tinyGguf, tinyGgufParts } from '../lib/testing/model-api/tiny-gguf.ts';
import { BROWSERS, testOfFullRun } from './support/browsers.ts';
import { chooseFiles } from './support/choose-file.ts';
import type { Panel } from './support/panel.ts';
import { type Stage, setStage } from './support/stage.ts';

const FOLDER = path.resolve('out/gguf');

/** Each letter occurs only once, since that is what such a model can write. */
const ANSWER = 'Tiny model.';

describe.each(BROWSERS)('a model inside the extension, in %s', (name) => {
  let stage: Stage;
  let panel: Panel;
  beforeAll(async () => {
    mkdirSync(FOLDER, { recursive: true });
    stage = await setStage(name, { pageContext: 'on-demand' });
    panel = await stage.openPanel(null, { inTab: true });
  });
  afterAll(() => stage?.close());

  /** Selects a file in the settings, padded to a size, and returns the resulting message. */
  function add(file: string, bytes: Uint8Array, size = bytes.length): Promise<string> {
    writeFileSync(path.join(FOLDER, file), bytes);
    truncateSync(path.join(FOLDER, file), size);
    return select(file);
  }

  async function select(...files: string[]): Promise<string> {
    const { settings } = stage;
    await settings.bringToFront();
    // The message about the previous file is gone.
    await show('stored', '#stored');
    await show('', '#gguf');
    await chooseFiles(settings, 'input[accept=".gguf"]', ...files.map((file) => path.join(FOLDER, file)));
    const report = await settings.waitForSelector('.gguf-models [role="status"], .gguf-models [role="alert"]');
    return (await report?.evaluate((element) => element.textContent)) ?? '';
  }

  /** Opens a page of the settings that contains this element. */
  async function show(hash: string, element: string): Promise<void> {
    await stage.settings.evaluate((fragment) => {
      location.hash = fragment;
    }, hash);
    await stage.settings.waitForSelector(element);
  }

  /** Asks this model in a new chat. */
  async function ask(asked: Panel, model: string): Promise<void> {
    await asked.page.bringToFront();
    await asked.click('New chat');
    await asked.chooseModel(model);
    await asked.ask('Who are you?');
  }

  test('is offered to a new user, with the way to the settings', async () => {
    await panel.page.bringToFront();
    const link = await panel.page.waitForSelector('.first-run a[href="/options.html#gguf"]');
    expect(await link?.evaluate((element) => element.textContent)).toContain('Run a small model in the browser');
    await panel.shot(`${name}-gguf-first-run`);
    await show('gguf', '#gguf');
    await stage.settings.bringToFront();
    await stage.settings.waitForFunction(() => {
      const { top = -1 } = document.querySelector('#gguf')?.getBoundingClientRect() ?? {};
      return top >= 0 && top < innerHeight;
    });
  });

  test('is added from a file, and answers', async () => {
    expect(await add('tiny.gguf', tinyGguf({ text: ANSWER }))).toMatch(/^tiny is ready/);
    await ask(panel, 'tiny');
    expect(await panel.answer()).toContain(ANSWER);
    await panel.shot(`${name}-gguf`);
    await stage.settings.waitForSelector('::-p-xpath(//p[starts-with(., "Measured here: ")])');
    await stage.settings.$eval('#gguf', (title) => title.scrollIntoView());
    await stage.shot(stage.settings, `${name}-gguf-settings`);
  });

  test('is added from all the files it is split into, and answers', async () => {
    const files = tinyGgufParts({ text: ANSWER }, 3).map((bytes, index) => {
      const file = `split-0000${index + 1}-of-00003.gguf`;
      writeFileSync(path.join(FOLDER, file), bytes);
      return file;
    });
    const [first = '', second = '', third = ''] = files;
    expect(await select(first, third)).toContain(`Missing: ${second}`);
    await stage.settings.$eval('#gguf', (title) => title.scrollIntoView());
    await stage.shot(stage.settings, `${name}-gguf-part-missing`);
    expect(await select(third, first, second)).toMatch(/^split is ready/);
    await ask(panel, 'split');
    expect(await panel.answer()).toContain(ANSWER);
  });

  test('says why a file cannot be used', async () => {
    const whole = tinyGguf({ text: ANSWER });
    expect(await add('page.gguf', new TextEncoder().encode('<!doctype html>'))).toContain('isn’t a GGUF file');
    expect(await add('cut.gguf', whole.slice(0, 1_000_000))).toContain('is incomplete');
    expect(await add('bert.gguf', tinyGguf({ text: ANSWER, architecture: 'bert' }))).toContain('a chat model');
    expect(await add('large.gguf', whole, 2_100_000_000)).toContain('too large (2.1 GB)');
    // Errors that only llama.cpp can detect are shown when the model is asked.
    await add('strange.gguf', tinyGguf({ text: ANSWER, architecture: 'strange' }));
    await ask(panel, 'strange');
    expect(await panel.answer()).toContain('strange couldn’t be loaded');
  });

  testOfFullRun('says that a question is too long, and answers the next', async () => {
    await ask(panel, 'tiny');
    expect(await panel.answer()).toContain(ANSWER);
    // Each character is one token for this model, whose window has 4,096 tokens.
    await panel.ask('tide '.repeat(1_000));
    expect(await panel.answer()).toContain('too long for tiny');
    await ask(panel, 'tiny');
    expect(await panel.answer()).toContain(ANSWER);
  });

  test('answers one question at a time, and stops when it is told to', async () => {
    await add('endless.gguf', tinyGguf({ text: ANSWER, isEndless: true }));
    const other = await stage.openPanel(null, { inTab: true });
    await ask(panel, 'endless');
    await panel.waitForText(ANSWER);
    await ask(other, 'tiny');
    await panel.page.bringToFront();
    await panel.waitForText(ANSWER.repeat(5));
    expect(await other.text()).not.toContain(ANSWER);
    await panel.stop();
    await other.page.bringToFront();
    expect(await other.answer()).toContain(ANSWER);
    await other.page.close();
    expect((await panel.text()).length).toBeLessThan(30_000);
  });

  test('continues after the background was stopped', async () => {
    await ask(panel, 'endless');
    await panel.waitForText(ANSWER);
    await stage.killWorker();
    const { length } = await panel.text();
    // The text written so far stays visible until the next worker has more.
    await panel.waitForText(ANSWER.repeat(Math.ceil(length / ANSWER.length) + 10));
    await panel.stop();
  });

  test('stops when it is told to as soon as the background was stopped', async () => {
    await ask(panel, 'endless');
    await panel.waitForText(ANSWER);
    await stage.killWorker();
    expect(await panel.stop()).toContain('Stopped.');
    // The next question does not wait for an answer that is no longer read.
    await ask(panel, 'tiny');
    expect(await panel.answer()).toContain(ANSWER);
  });

  test('is removed with its file', async () => {
    const { settings } = stage;
    await show('stored', '#stored');
    const row = await settings.waitForSelector(
      '::-p-xpath(//li[.//b[.="Models inside Sidenote"]][contains(., "about")])',
    );
    expect(await row?.evaluate((element) => element.textContent)).toMatch(/4, about \d/);
    await settings.bringToFront();
    await settings.locator('button[aria-label="Delete all: Models inside Sidenote"]').click();
    await settings.locator('button[aria-label^="Delete all: Models inside Sidenote?"]').click();
    await settings.waitForFunction(async () => {
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('gguf');
      return (await Array.fromAsync(folder.keys())).length === 0;
    });
    await panel.page.bringToFront();
    await panel.click('New chat');
    await panel.ask('Who are you?');
    expect(await panel.answer()).toContain('is no longer stored in this browser');
  });
});
