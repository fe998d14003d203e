// npm run bench:forms [-- libraries]: fills in the forms of the end-to-end tests with Sidenote, with
// @page-agent/page-controller and with the test driver's trusted input, in one run in Chromium. The other two are told
// the element of each field, as a model that makes no mistake would select it. A form counts if it then holds exactly
// the right values. Only forms whose values can all be set are tried. `libraries` adds those made with libraries.
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import { serveBundled } from '../e2e/support/bundled-page.ts';
import { DRAWN_SHAPES } from '../e2e/support/drawn-shapes.ts';
import { FORM_CASES } from '../e2e/support/form-pages.ts';
import { FORM_SHAPES } from '../e2e/support/form-shapes.ts';
import { LIBRARY_CASES, type LibraryCase } from '../e2e/support/library-forms.ts';
import { openForm, openLibraryForm, planForm, readHeld } from '../e2e/support/try-form.ts';
import { UNCOMMON_SHAPES } from '../e2e/support/uncommon-shapes.ts';
import { buildForReading } from '../scripts/build-for-tests.ts';
import { Reader, within } from '../scripts/reader.ts';
import { createPageAgentHand, DRIVER, fillByHand, type Hand } from './form-hands.ts';
import { installPeers } from './install.ts';

const LIMIT_MS = 20_000;

type Case = Pick<LibraryCase, 'name' | 'values' | 'held'> & { open(reader: Reader): Promise<Page> };
type Arm = { name: string; fill(reader: Reader, page: Page, plan: Plan): Promise<void>; right: number; ms: number };
type Plan = Awaited<ReturnType<typeof planForm>>;

function handArm(name: string, hand: Hand): Arm {
  const fill: Arm['fill'] = (_, page, { form, values }) => fillByHand(page, hand, form.form.fields, values);
  return { name, fill, right: 0, ms: 0 };
}

async function fillWithExtension(reader: Reader, _: Page, plan: Plan): Promise<void> {
  await reader.ask({ fill: plan });
}

/** Null if the form holds the right values afterwards, else what is wrong. */
async function tryArm(arm: Arm, reader: Reader, each: Case): Promise<string | null> {
  const page = await each.open(reader);
  const plan = await planForm(reader, each.values);
  const start = performance.now();
  const error = await within(arm.fill(reader, page, plan), LIMIT_MS).then(() => null, String);
  arm.ms += performance.now() - start;
  await setTimeout(100);
  const held = (await readHeld(page)) as Record<string, unknown>;
  const wrong = Object.entries(each.held).filter(([key, value]) => JSON.stringify(held[key]) !== JSON.stringify(value));
  if (wrong.length === 0) return null;
  return error ?? wrong.map(([key]) => `${key}: ${JSON.stringify(held[key])}`).join(', ');
}

async function listCases(): Promise<{ cases: Case[]; close(): void }> {
  const own = [...FORM_CASES, ...FORM_SHAPES, ...DRAWN_SHAPES, ...UNCOMMON_SHAPES];
  const cases = own.map((each) => ({ ...each, open: (reader: Reader) => openForm(reader, each.html) }));
  if (!process.argv.includes('libraries')) return { cases: cases.filter(canBeSet), close: () => undefined };
  const libraries = await serveBundled('forms');
  if ('missing' in libraries) throw new Error(libraries.missing);
  const made = LIBRARY_CASES.map((each) => ({
    ...each,
    open: (reader: Reader) => openLibraryForm(reader, libraries.origin, each.name),
  }));
  return { cases: [...cases, ...made].filter(canBeSet), close: libraries.close };
}

function canBeSet({ results }: { results?: Record<string, string> }): boolean {
  return Object.values(results ?? {}).every((result) => result === 'set');
}

installPeers();
buildForReading('chromium');
const { bundlePeers } = await import('./peer-bundle.ts');
const pageAgent = createPageAgentHand(await bundlePeers('form-peer.ts'));
const arms: Arm[] = [
  { name: 'Sidenote', fill: fillWithExtension, right: 0, ms: 0 },
  handArm('page-agent', pageAgent),
  handArm('test driver', DRIVER),
];
const { cases, close } = await listCases();
const reader = await Reader.open('chromium', { live: true });
try {
  for (const each of cases)
    for (const arm of arms) {
      const problem = await tryArm(arm, reader, each).catch(String);
      if (problem === null) arm.right += 1;
      else console.log(`${arm.name.padEnd(12)} ${each.name}: ${problem.split('\n')[0]}`);
    }
} finally {
  await reader.close();
  close();
}
console.log(`\n${'forms right'.padStart(27)}  ms a form`);
for (const { name, right, ms } of arms)
  console.log(`${name.padEnd(14)} ${right} of ${cases.length}`.padEnd(27), (ms / cases.length).toFixed(0).padStart(9));
