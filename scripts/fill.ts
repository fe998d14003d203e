// npm run fill -- PAGE... --values FILE [--browser chromium|firefox] [--live]: makes the extension fill the forms of
// saved pages in a real browser, and prints one line of JSON per page: {"page","saw","proposed","proved","ms"}, with
// "error" if a page could not be tried. `saw`: the forms, each as a tool definition. `proposed`: each field to fill
// with its old and new value. `proved`: what the page shows afterwards, field by field. FILE contains the values by
// form and field: {"Sign up": {"E-mail": "ada@example.org"}}. A form is named by its title, its tool name, its id, or
// its number from 1 ("1"). A field is named by its key, its label, or its `name` or `id`. Values for one of several
// pages are under the page's name: {"page": {"Sign up": {…}}}. Scripts of saved pages do not run, except on
// self-contained pages or, with --live, on all pages. Without --values, forms are only listed.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { FieldValue, FillOutcome, FormField, TabForm } from '../lib/contracts/index.ts';
import type { BrowserName } from './browsers.ts';
import { buildForReading } from './build-for-tests.ts';
import { type FillValues, planFilling } from './fill-plan.ts';
import { Reader } from './reader.ts';
import { findPages, isSelfContained, loadPage, type SavedPage } from './saved-pages.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    values: { type: 'string' },
    browser: { type: 'string', default: 'chromium' },
    live: { type: 'boolean', default: false },
  },
});
if (positionals.length === 0 || !/^(?:chromium|firefox)$/.test(values.browser)) {
  console.error('usage: npm run fill -- PAGE... --values FILE [--browser chromium|firefox] [--live]');
  process.exit(2);
}
const browser = values.browser as BrowserName;
const all = values.values === undefined ? {} : (JSON.parse(readFileSync(values.values, 'utf8')) as FillValues);

type Proposal = { form: string; fields: { key: string; label: string; from: FieldValue | null; to: FieldValue }[] };
type Proof = { form: string; outcome: FillOutcome | { type: 'no-form' } };

async function fill(saved: SavedPage): Promise<object> {
  const bytes = loadPage(saved);
  const reader = await readerFor(values.live || isSelfContained(saved, bytes));
  await reader.show(saved, { bytes, ownAddress: false });
  const listed = await reader.ask({ forms: true });
  if (listed.type !== 'forms') throw new Error(listed.type === 'failed' ? listed.message : 'no forms');
  const proposed: Proposal[] = [];
  const proved: Proof[] = [];
  let ms = 0;
  for (const { name, form, entries } of planFilling(all, saved.name, listed.forms)) {
    if (form === null) {
      proved.push({ form: name, outcome: { type: 'no-form' } });
      continue;
    }
    const changes = Object.entries(entries);
    proposed.push({ form: name, fields: changes.map(([key, to]) => propose(form.form.fields, key, to)) });
    const reply = await reader.ask({ fill: { form, values: entries } });
    if (reply.type === 'failed') throw new Error(reply.message);
    if (reply.type === 'outcome') proved.push({ form: name, outcome: reply.outcome });
    ms += reply.ms;
  }
  return { saw: listed.forms.map(sketch), proposed, proved, ms: Math.round(ms) };
}

function propose(fields: readonly FormField[], key: string, to: FieldValue) {
  const field = fields.find((each) => each.key === key);
  return { key, label: field?.label ?? '', from: field?.value ?? null, to };
}

/** A form as a tool definition, with the information that the schema does not contain. */
function sketch({ frameId, form: { name, title, schema, submitLabel, fields } }: TabForm) {
  const closed = fields.filter(({ state }) => state !== 'open').map(({ key, label, state }) => ({ key, label, state }));
  const kinds = Object.fromEntries(fields.map(({ key, kind }) => [key, kind]));
  return { name, title, frame: frameId !== 0, submitLabel, schema, kinds, closed };
}

async function readerFor(isLive: boolean): Promise<Reader> {
  const reader = readers.get(isLive) ?? (await Reader.open(browser, { live: isLive }));
  readers.set(isLive, reader);
  return reader;
}

buildForReading(browser);
const readers = new Map<boolean, Reader>();
let failures = 0;
for (const saved of findPages(positionals)) {
  const page = saved.name;
  try {
    console.log(JSON.stringify({ page, ...(await fill(saved)) }));
  } catch (error) {
    failures++;
    const message = error instanceof Error ? error.message : String(error);
    console.log(JSON.stringify({ page, saw: [], proposed: [], proved: [], ms: 0, error: message }));
  }
}
for (const reader of readers.values()) await reader.close();
process.exitCode = failures === 0 ? 0 : 1;
