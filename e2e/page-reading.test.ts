import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinBlocks } from '../lib/page-reader/document/markdown-text.ts';
import { buildForReading } from '../scripts/build-for-tests.ts';
import { Reader } from '../scripts/reader.ts';
import { findPages, type SavedPage } from '../scripts/saved-pages.ts';
import { BROWSERS } from './support/browsers.ts';

const PAGES = path.resolve(import.meta.dirname, 'pages');

/**
 * How long to wait for a page, in milliseconds. These pages are ready immediately, unless cases.json specifies a longer
 * time.
 */
const SETTLE_MS = 50;

/**
 * The expected reading of a page is in the file beside it. `npm run e2e -- page-reading --update` writes the actual
 * reading, for review.
 */
function loadExpected(page: SavedPage, read: string): string {
  const file = page.file.replace(/html$/, 'md');
  if (process.env.UPDATE_EXPECTED) writeFileSync(file, `${read}\n`);
  if (!existsSync(file)) throw new Error(`${file} is missing: npm run e2e -- page-reading --update`);
  return readFileSync(file, 'utf8').trimEnd();
}

describe.each(BROWSERS)('a page in %s', (name) => {
  let reader: Reader;
  beforeAll(async () => {
    buildForReading(name);
    reader = await Reader.open(name, { live: true });
  });
  afterAll(() => reader?.close());

  test.each(findPages([PAGES]).map((page) => [page.name, page] as const))('with %s', async (_, page) => {
    const shown = await reader.show({ ...page, wait: page.wait ?? SETTLE_MS });
    const before = await shown.content();
    const reply = await reader.ask();
    if (reply.type !== 'reading') throw new Error(JSON.stringify(reply));
    const markdown = joinBlocks(reply.reading.blocks.map((block) => block.markdown));
    expect(markdown).toBe(loadExpected(page, markdown));
    expect(markdown).not.toMatch(/UNSEEN|SECRET/);
    expect(await shown.content()).toBe(before);
  });
});
