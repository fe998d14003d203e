import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Scene, setScene } from './support/views/scene.ts';

describe('keyboard navigation in the panel', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await setScene('chromium');
    await scene.ask('Hello');
    await scene.panel.answer();
  });
  afterAll(() => scene?.close());

  /** The accessible name of the focused element. */
  const focused = () =>
    scene.panel.page.evaluate(() => {
      const element = document.activeElement;
      const name = element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? '';
      // The port differs each time.
      return name.replace(/127\.0\.0\.1:\d+$/, '127.0.0.1');
    });

  /**
   * Whether a ring is drawn around what has the focus. Fields for text show their cursor instead, and their box has
   * another border.
   */
  const hasRing = (areFieldsIncluded = false) =>
    scene.panel.page.evaluate((isAll) => {
      const element = document.activeElement ?? document.body;
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
      const isVisible = outlineStyle !== 'none' && !/^transparent$|, 0\)$|\/ 0\)$/.test(outlineColor);
      return (isVisible && Number.parseFloat(outlineWidth) >= 2) || (!isAll && element.matches('textarea'));
    }, areFieldsIncluded);

  test('moves the focus from the header through the conversation to the field, and around', async () => {
    const { page } = scene.panel;
    await page.locator('button[aria-label="Chats"]').click();
    await page.keyboard.press('Escape');
    expect(await focused()).toBe('Chats');
    const walked: string[] = [];
    const withoutRing: string[] = [];
    do {
      await page.keyboard.press('Tab');
      walked.push(await focused());
      if (!(await hasRing())) withoutRing.push(await focused());
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
      'Practice model (not an AI)',
      'What this answer sent',
      'Retry',
      'Copy answer',
      'Answer with another model',
      'Ask another model too',
      'Insert into page',
      'Remember something from this answer',
      'See a slow answer',
      'See tools at work',
      'See an error',
      'Context, The clock in the sea: how tides work, 127.0.0.1',
      'Ask without page',
      'Message',
      'Attach files',
      'Search the web',
      'Search your chats, tabs and history',
      'Second opinion',
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
    expect(withoutRing).toEqual([]);
  });

  test.each([
    ['Chats', 'Search chats'],
    ['Command palette', 'Search actions'],
    ['Model', 'Search models'],
  ])('%s opens with the focus in its field, and Escape returns the focus', async (button, field) => {
    const { page } = scene.panel;
    await page.focus(`button[aria-label="${button}"]`);
    await page.keyboard.press('Enter');
    await page.waitForFunction((label) => document.activeElement?.getAttribute('aria-label') === label, {}, field);
    await page.keyboard.press('Escape');
    await page.waitForFunction((label) => document.activeElement?.getAttribute('aria-label') === label, {}, button);
  });

  describe('in colours of the browser’s own', () => {
    const setColors = async (value: 'active' | 'none') => {
      const session = await scene.panel.page.createCDPSession();
      await session.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] });
    };
    beforeAll(() => setColors('active'));
    afterAll(() => setColors('none'));

    const outline = (selector: string) =>
      scene.panel.page.$eval(selector, (element) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        return `${outlineStyle} ${outlineWidth}`;
      });

    test.each([
      ['Model', 'Search models', '[role="option"][data-active="true"]'],
      ['Command palette', 'Search actions', '[role="option"][aria-selected="true"]'],
    ])('the row of %s that Enter chooses has an outline', async (button, field, row) => {
      const { page } = scene.panel;
      await page.focus(`button[aria-label="${button}"]`);
      await page.keyboard.press('Enter');
      await page.waitForFunction((label) => document.activeElement?.getAttribute('aria-label') === label, {}, field);
      await page.waitForSelector(row);
      expect(await outline(row)).toBe('solid 2px');
      await page.keyboard.press('Escape');
    });

    test.each(['textarea[aria-label="Message"]', 'button[aria-label="Settings"]'])(
      'what has the focus has a ring: %s',
      async (selector) => {
        const { page } = scene.panel;
        await page.keyboard.press('Tab');
        await page.focus(selector);
        expect(await outline(selector)).toBe('solid 2px');
        expect(await hasRing(true)).toBe(true);
      },
    );

    test('whatever is turned on has an outline', async () => {
      const { page } = scene.panel;
      await page.locator('button[aria-label="Search the web"]').click();
      await page.waitForSelector('button[aria-label="Search the web"][aria-pressed="true"]');
      await page.focus('textarea[aria-label="Message"]');
      expect(await outline('button[aria-label="Search the web"]')).toBe('solid 2px');
      await page.locator('button[aria-label="Search the web"]').click();
    });
  });

  test('a key that is held down on a button does nothing to what it opens', async () => {
    const { page } = scene.panel;
    await page.focus('button[aria-label="Chats"]');
    // Each further press of a key that is down is a repetition.
    for (let times = 0; times < 5; times += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Search chats');
    expect(await page.$('.thread-search')).not.toBeNull();
    await page.keyboard.press('Escape');
  });

  test('asking again leaves the focus in the conversation', async () => {
    const { page } = scene.panel;
    await page.focus('.run-outcome-line .button');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Conversation');
    await scene.panel.answer();
  });

  test('cancelling an edit returns the focus', async () => {
    const { page } = scene.panel;
    await page.focus('button[aria-label="Edit question"]');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Edit question');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.activeElement?.matches('button[aria-label="Edit question"]'));
  });
});
