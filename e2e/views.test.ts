import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { LOCALES } from '../scripts/locales/catalogue.ts';
import { colorFindings, seriousFindings } from './support/axe.ts';
import { IS_FULL } from './support/scale.ts';
import { stickingOut } from './support/sticking-out.ts';
import { showIn, showInEnglish, unfitTexts } from './support/translated-texts.ts';
import { allViews, showView } from './support/views/all-views.ts';
import { type Scene, setScene } from './support/views/scene.ts';

/** Widths of Chrome's side panel, of Firefox's sidebar in a new profile, and the minimum to which it can be dragged. */
const WIDTHS = [360, 252, 200];
const SCROLL_BAR_PX = 16;
/** The minimum width of a text field, in which some words can be read. */
const MIN_FIELD_PX = 100;
/** German has the longest words, and Arabic is written from right to left. */
const SHOWN = IS_FULL ? LOCALES : (['en', 'de', 'ar'] as const);
/** Views with animations, unless the user prefers reduced motion. */
const MOVING = ['answer-growing', 'answer-cut', 'queue', 'thinking', 'tool-running'];

// Showing a view takes longer than checking it, so all checks use one showing.
describe('every view', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await setScene('chromium');
  });
  afterEach(() => scene.release());
  afterAll(() => scene?.close());

  test('truncated texts and buttons of three lines are detected', async () => {
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

  test.each(allViews)(
    `$name is accessible in both themes, and its texts fit ${WIDTHS.join(', ')} pixels in ${SHOWN.length} languages`,
    async (view) => {
      const page = await showView(scene, view);
      await seeMotion(page, MOVING.includes(view.name));
      // One failure does not hide another.
      expect.soft(await findingsInBothThemes(page)).toEqual([]);
      for (const width of WIDTHS) expect.soft(await faultsOfTexts(page, width)).toEqual([]);
    },
  );
});

/** Expects animations, or none, and never any for a user who prefers reduced motion. */
async function seeMotion(page: Page, isMoving: boolean): Promise<void> {
  const setMotion = (value: string) => page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value }]);
  await setMotion('no-preference');
  const motion = expect.poll(() => moving(page));
  if (isMoving) await motion.not.toEqual([]);
  else await motion.toEqual([]);
  await setMotion('reduce');
  expect(await moving(page)).toEqual([]);
}

/** The names of all running animations and transitions, with their elements. */
function moving(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document.getAnimations().map((animation) => {
      const name = animation instanceof CSSAnimation ? animation.animationName : 'transition';
      return `${name} ${(animation.effect as KeyframeEffect | null)?.target?.className}`;
    }),
  );
}

/** Themes differ only in colors. */
async function findingsInBothThemes(page: Page): Promise<string[]> {
  const setTheme = (value: string) =>
    page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
  await setTheme('light');
  const light = await seriousFindings(page);
  await setTheme('dark');
  expect(await moving(page)).toEqual([]);
  const dark = await colorFindings(page);
  await page.emulateMediaFeatures([]);
  return [...light.map((each) => `light ${each}`), ...dark.map((each) => `dark ${each}`)];
}

/** In a panel narrower than Chrome's, one language with long words represents all, and nothing may overflow. */
async function faultsOfTexts(page: Page, width: number): Promise<string[]> {
  const before = page.viewport();
  const isPanel = page.url().includes('sidepanel.html');
  // The headless browser draws no scroll bars, which take space from the settings.
  await page.setViewport({ width: isPanel ? width : width - SCROLL_BAR_PX, height: 720 });
  const faults: string[] = [];
  const isNarrow = width < 360;
  for (const locale of isNarrow ? (['de'] as const) : SHOWN) {
    expect(await showIn(page, locale)).toBeGreaterThan(0);
    // In the narrowest possible panel, a button may have more lines.
    const all = (await page.evaluate(unfitTexts)).filter((fault) => !isNarrow || fault.startsWith('is cut off'));
    if (isNarrow) {
      all.push(...(await page.evaluate(stickingOut)).map((text) => `is out of view: ${text}`));
      all.push(...(await page.evaluate(narrowBoxes, MIN_FIELD_PX)));
    }
    faults.push(...all.map((fault) => `${width} ${locale} ${fault}`));
    await showInEnglish(page);
  }
  if (before !== null) await page.setViewport(before);
  return faults;
}

/** Runs in a page: whether it scrolls sideways, and text fields that are narrower than `minFieldPx`. */
function narrowBoxes(minFieldPx: number): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const fields = [...document.querySelectorAll<HTMLInputElement>('textarea, input')].filter(
    (field) =>
      field.checkVisibility() && (field.tagName === 'TEXTAREA' || /^(?:text|password|search|url)$/.test(field.type)),
  );
  return [
    ...(scrollWidth > clientWidth ? [`scrolls sideways: ${scrollWidth} of ${clientWidth}`] : []),
    ...fields
      .filter(({ offsetWidth }) => offsetWidth < minFieldPx)
      .map(({ labels, offsetWidth }) => `is too narrow: ${labels?.[0]?.textContent} ${offsetWidth}`),
  ];
}
