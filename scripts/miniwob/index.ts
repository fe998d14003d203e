// npm run miniwob -- FOLDER [TASK...] [--browser chromium|firefox] [--seeds N]: lets the extension fill in the forms of
// MiniWoB++, a public benchmark of small pages that decide by themselves whether a task was done. FOLDER is
// `miniwob/html` of its package (`pip download miniwob==1.1.0 --no-deps`, unpacked). The plan of each task is made from
// its text by a pattern, and the page's button is pressed by this script, so that what is measured is reading and
// filling. Prints one line of JSON an episode, and the share that was rewarded.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'puppeteer-core';
import type { FieldValues, TabForm } from '../../lib/contracts/index.ts';
import type { BrowserName } from '../browsers.ts';
import { buildForReading } from '../build-for-tests.ts';
import { serveFolder } from '../folder-server.ts';
import { Reader } from '../reader.ts';
import { type Entry, FORM_TASKS, type FormTask } from './tasks.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { browser: { type: 'string', default: 'chromium' }, seeds: { type: 'string', default: '5' } },
});
const [folder, ...named] = positionals;
const seeds = Number(values.seeds);
const unknown = named.filter((name) => FORM_TASKS[name] === undefined);
if (
  folder === undefined ||
  !existsSync(path.join(folder, 'core/core.js')) ||
  !/^(?:chromium|firefox)$/.test(values.browser) ||
  !Number.isInteger(seeds) ||
  unknown.length > 0
) {
  console.error('usage: npm run miniwob -- FOLDER [TASK...] [--browser chromium|firefox] [--seeds N]');
  console.error('FOLDER is miniwob/html of the package miniwob.');
  if (unknown.length > 0) console.error(`There is no task ${unknown.join(', ')}; see scripts/miniwob/tasks.ts.`);
  process.exit(2);
}
const browser = values.browser as BrowserName;

/** What the pages keep about an episode, in variables of their window. */
type PageState = {
  core: { EPISODE_MAX_TIME: number; startEpisodeReal(): void; getUtterance(): string };
  WOB_RAW_REWARD_GLOBAL: number;
  WOB_DONE_GLOBAL: boolean;
};

type Result = { task: string; seed: number; reward: number; query: string; problem?: string; outcomes: unknown[] };

async function tryEpisode(page: Page, origin: string, name: string, task: FormTask, seed: number): Promise<Result> {
  await page.goto(`${origin}/miniwob/${name}.html`, { waitUntil: 'load' });
  const query = await page.evaluate((episodeSeed) => {
    const state = globalThis as unknown as PageState & { Math: { seedrandom(text: string): void } };
    state.Math.seedrandom(episodeSeed);
    // The time a person has does not matter here.
    state.core.EPISODE_MAX_TIME = 3_600_000;
    state.core.startEpisodeReal();
    return state.core.getUtterance();
  }, `sidenote ${seed}`);
  const outcomes: unknown[] = [];
  const readReward = () =>
    page.evaluate(() => {
      const { WOB_RAW_REWARD_GLOBAL, WOB_DONE_GLOBAL } = globalThis as unknown as PageState;
      return WOB_DONE_GLOBAL ? WOB_RAW_REWARD_GLOBAL : null;
    });
  try {
    for (let round = 0; round < (task.rounds ?? 1) && (await readReward()) === null; round += 1)
      outcomes.push(...(await fillOnce(page, query, task)));
    await task.finish?.(page, query);
    return { task: name, seed, reward: (await readReward()) ?? 0, query, outcomes };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { task: name, seed, reward: 0, query, problem, outcomes };
  }
}

async function fillOnce(page: Page, query: string, task: FormTask): Promise<unknown[]> {
  const listed = await reader.ask({ forms: true });
  if (listed.type !== 'forms') throw new Error('The forms could not be listed.');
  const facts = task.facts === undefined ? null : await page.evaluate(task.facts);
  const fields = listed.forms.flatMap(({ form }) => form.fields);
  const entries = task.plan({ query, fields, facts });
  const outcomes: unknown[] = [];
  for (const form of listed.forms) {
    const formValues = pickValues(form, entries);
    if (Object.keys(formValues).length === 0) continue;
    const reply = await reader.ask({ fill: { form, values: formValues } });
    outcomes.push(reply.type === 'outcome' ? reply.outcome : reply);
  }
  await page.evaluate((text) => {
    const buttons = [...document.querySelectorAll<HTMLElement>('#area button, #area .final, #area .ui-submit')];
    const button = text === null ? buttons[0] : buttons.find((each) => each.textContent === text);
    button?.click();
  }, task.button?.(query) ?? null);
  return outcomes;
}

function pickValues({ form }: TabForm, entries: readonly Entry[]): FieldValues {
  const own = entries.filter(({ field }) => form.fields.includes(field));
  return Object.fromEntries(own.map(({ field, value }) => [field.key, value]));
}

buildForReading(browser);
const server = await serveFolder(folder);
const reader = await Reader.open(browser, { live: true });
const page = await reader.visit(`${server.origin}/miniwob/enter-text.html`);
const results: Result[] = [];
for (const [name, task] of Object.entries(FORM_TASKS)) {
  if (named.length > 0 && !named.includes(name)) continue;
  for (let seed = 1; seed <= seeds; seed += 1) {
    const result = await tryEpisode(page, server.origin, name, task, seed);
    results.push(result);
    console.log(JSON.stringify(result));
  }
}
const rewarded = results.filter(({ reward }) => reward === 1).length;
console.log(`${rewarded} of ${results.length} episodes rewarded in ${browser}`);
await reader.close();
server.close();
process.exitCode = rewarded === results.length ? 0 : 1;
