import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { LOCALES } from '../scripts/locales/catalogue.ts';
import { IS_FULL } from './support/scale.ts';
import { showIn, showInEnglish, unfitTexts } from './support/translated-texts.ts';
import { allViews, showView } from './support/views/all-views.ts';
import { type Scene, setScene } from './support/views/scene.ts';

const WIDTH = 360;
/** German has the longest words, Arabic goes from right to left. */
const SHOWN = IS_FULL ? LOCALES : (['en', 'de', 'ar'] as const);

describe(`texts of every view fit a panel of ${WIDTH} pixels, in ${SHOWN.length} languages`, () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await setScene('chromium');
  });
  afterEach(() => scene.release());
  afterAll(() => scene?.close());

  test('a text that is cut off, and a button of three lines, are found', async () => {
    const { page } = scene.panel;
    await page.evaluate(() => {
      const add = (tag: string, text: string, style: Partial<CSSStyleDeclaration>) => {
        const element = Object.assign(document.createElement(tag), { className: 'unfit', textContent: text });
        element.setAttribute('data-translated', '');
        Object.assign(element.style, style);
        document.body.prepend(element);
      };
      add('p', 'Fits', {});
      add('button', 'Search for models here', { width: '60px', whiteSpace: 'normal' });
      add('p', 'Settings and more', { width: '40px', overflow: 'hidden', whiteSpace: 'nowrap' });
    });
    const faults = await page.evaluate(unfitTexts);
    await page.$$eval('.unfit', (all) => {
      for (const each of all) each.remove();
    });
    expect(faults).toEqual([
      expect.stringMatching(/^is cut off: P .*Settings and more/),
      expect.stringMatching(/^has \d lines: BUTTON .*Search for models here/),
    ]);
  });

  test.each(allViews)('$name', async (view) => {
    const page = await showView(scene, view);
    const before = page.viewport();
    await page.setViewport({ width: WIDTH, height: 720 });
    const faults: string[] = [];
    for (const locale of SHOWN) {
      expect(await showIn(page, locale)).toBeGreaterThan(0);
      faults.push(...(await page.evaluate(unfitTexts)).map((fault) => `${locale} ${fault}`));
      await showInEnglish(page);
    }
    if (before !== null) await page.setViewport(before);
    expect(faults).toEqual([]);
  });
});
