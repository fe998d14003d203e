import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BrowserName } from '../scripts/browsers.ts';
import { Reader } from '../scripts/reader.ts';
import { BROWSERS } from './support/browsers.ts';
import { serveBundled } from './support/bundled-page.ts';
import { DRAWN_SHAPES } from './support/drawn-shapes.ts';
import { FORM_CASES } from './support/form-pages.ts';
import { FORM_SHAPES } from './support/form-shapes.ts';
import { LIBRARY_CASES } from './support/library-forms.ts';
import { IS_FULL } from './support/scale.ts';
import { tryChangedPage } from './support/try-changed-page.ts';
import { openForm, openLibraryForm, tryForm } from './support/try-form.ts';
import { UNCOMMON_SHAPES } from './support/uncommon-shapes.ts';

/** They take 180 MB and are only installed for this test. */
const libraries = IS_FULL ? await serveBundled('forms') : { missing: 'they are part of npm run test:full' };
if ('origin' in libraries) afterAll(libraries.close);

describe.each(BROWSERS)('forms of pages in %s', (browser) => {
  let reader: Reader;
  beforeAll(async () => {
    reader = await Reader.open(browser, { live: true });
  });
  afterAll(() => reader?.close());

  test.each([...FORM_CASES, ...FORM_SHAPES, ...DRAWN_SHAPES, ...UNCOMMON_SHAPES])(
    'are read and filled in: $name',
    async (each) => {
      await tryForm(reader, await openForm(reader, each.html), each);
    },
  );

  if ('missing' in libraries) test(`skipped: no libraries of controls: ${libraries.missing}`, ({ skip }) => skip());
  else
    test.each(LIBRARY_CASES)('are read and filled in, made with a library: $name', async (each) => {
      const page = await openLibraryForm(reader, libraries.origin, each.name);
      await tryForm(reader, page, each);
    });

  test.each([
    ['between the approval and the filling', false],
    ['while they are filled in', true],
  ])('get no value in a wrong field if they change %s', async (_, isChangedMeanwhile) => {
    const problems: string[] = [];
    for (let seed = 1; seed <= (IS_FULL ? 100 : 15); seed += 1)
      problems.push(...(await tryChangedPage(reader, seed, isChangedMeanwhile)));
    expect(problems).toEqual([]);
  });

  test('are printed as they were seen, proposed and proved by npm run fill', () => fillSavedPage(browser));
});

function fillSavedPage(browser: BrowserName): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'fill-'));
  const [page, values] = ['page.html', 'values.json'].map((name) => path.join(folder, name)) as [string, string];
  writeFileSync(
    page,
    '<form><h2>Sign up</h2><label>E-mail <input type="email" value="old"></label><button>Join</button></form>',
  );
  writeFileSync(values, JSON.stringify({ 'Sign up': { 'E-mail': 'ada@example.org' } }));
  const printed = execFileSync('node', ['scripts/fill.ts', page, '--values', values, '--browser', browser], {
    encoding: 'utf8',
  });
  expect(JSON.parse(printed)).toMatchObject({
    page: 'page',
    saw: [
      {
        name: 'fill_sign_up',
        title: 'Sign up',
        submitLabel: 'Join',
        schema: { properties: { e_mail: { format: 'email' } } },
      },
    ],
    proposed: [{ form: 'Sign up', fields: [{ key: 'e_mail', label: 'E-mail', from: 'old', to: 'ada@example.org' }] }],
    proved: [{ form: 'Sign up', outcome: { type: 'filled', fields: [{ status: 'set', value: 'ada@example.org' }] } }],
  });
  rmSync(folder, { recursive: true });
}
