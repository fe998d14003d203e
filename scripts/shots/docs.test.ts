import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCatalogue } from '../locales/catalogue.ts';

const FOLDER = 'docs/images';
const pictures = readdirSync(FOLDER).filter((name) => name.endsWith('.png'));

// `npm run shots -- --docs` takes them again.
describe('the pictures of README and docs', () => {
  test.each(pictures)('%s shows messages as they are in the catalogue', (picture) => {
    const file = path.join(FOLDER, picture.replace('.png', '.json'));
    const messages: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'));
    const catalogue = readCatalogue('en');
    expect(Object.keys(messages).length).toBeGreaterThan(0);
    expect(messages).toEqual(
      Object.fromEntries(Object.keys(messages).map((key) => [key, catalogue[key]?.message ?? null])),
    );
  });
});
