import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { seriousFindings } from './support/axe.ts';
import { allViews, showView } from './support/views/all-views.ts';
import { type Scene, setScene } from './support/views/scene.ts';

const THEMES = ['light', 'dark'];
/** Where something moves as long as the user has nothing against it. */
const MOVING = ['answer-growing', 'answer-cut', 'queue', 'thinking', 'tool-running'];

describe('accessibility of every view, in both themes', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await setScene('chromium');
  });
  afterEach(() => scene.release());
  afterAll(() => scene?.close());

  test.each(allViews)('$name has no serious accessibility violation', async (view) => {
    const page = await showView(scene, view);
    const found: string[] = [];
    await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'no-preference' }]);
    const motion = expect.poll(() => moving(page), { timeout: 5_000 });
    if (MOVING.includes(view.name)) await motion.not.toEqual([]);
    else await motion.toEqual([]);
    for (const value of THEMES) {
      await page.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value },
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ]);
      expect(await moving(page)).toEqual([]);
      found.push(...(await seriousFindings(page)).map((each) => `${value} ${each}`));
    }
    expect(found).toEqual([]);
  });
});

/** The names of all animations and transitions that run, by the element they are of. */
function moving(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document.getAnimations().map((animation) => {
      const name = animation instanceof CSSAnimation ? animation.animationName : 'transition';
      return `${name} ${(animation.effect as KeyframeEffect | null)?.target?.className}`;
    }),
  );
}

describe('keyboard navigation in the panel', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await setScene('chromium');
    await scene.ask('Hello');
    await scene.panel.answer();
  });
  afterAll(() => scene?.close());

  /** What has the focus, as it is called. */
  const focused = () =>
    scene.panel.page.evaluate(() => {
      const element = document.activeElement;
      const name = element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? '';
      // The port is another one every time.
      return name.replace(/127\.0\.0\.1:\d+$/, '127.0.0.1');
    });

  test('moves the focus from the header through the conversation to the field, and around', async () => {
    const { page } = scene.panel;
    await page.locator('button[aria-label="Chats"]').click();
    await page.keyboard.press('Escape');
    expect(await focused()).toBe('Chats');
    const walked: string[] = [];
    do {
      await page.keyboard.press('Tab');
      walked.push(await focused());
    } while (walked.at(-1) !== 'Model' && walked.length < 30);
    expect(walked).toEqual([
      'New chat',
      'Command palette',
      'Open in a tab',
      'Settings',
      'Conversation',
      'Copy question',
      'Edit question',
      'Delete question and answer',
      'Retry',
      'Copy answer',
      'Answer with another model',
      'Insert into page',
      'Context, The clock in the sea: how tides work, 127.0.0.1',
      'Ask without page',
      'Message',
      'Attach files',
      'Search the web',
      'Search your own data',
      'Model',
    ]);
    const back: string[] = [];
    for (const _ of walked) {
      await page.keyboard.down('Shift');
      await page.keyboard.press('Tab');
      await page.keyboard.up('Shift');
      back.push(await focused());
    }
    expect(back.toReversed()).toEqual(['Chats', ...walked.slice(0, -1)]);
  });

  test.each([
    ['Chats', 'Search chats'],
    ['Command palette', 'Search actions'],
    ['Model', 'Search models'],
  ])('%s opens with the focus in its field, and Escape returns the focus', async (button, field) => {
    const { page } = scene.panel;
    await page.focus(`button[aria-label="${button}"]`);
    await page.keyboard.press('Enter');
    await page.waitForFunction(
      (label) => document.activeElement?.getAttribute('aria-label') === label,
      { timeout: 5_000 },
      field,
    );
    await page.keyboard.press('Escape');
    await page.waitForFunction(
      (label) => document.activeElement?.getAttribute('aria-label') === label,
      { timeout: 5_000 },
      button,
    );
  });

  test('cancelling an edit returns the focus', async () => {
    const { page } = scene.panel;
    await page.focus('button[aria-label="Edit question"]');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Edit question');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.activeElement?.matches('button[aria-label="Edit question"]'), {
      timeout: 5_000,
    });
  });
});
