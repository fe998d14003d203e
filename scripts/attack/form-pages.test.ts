// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { IS_FULL } from '../../e2e/support/scale.ts';
import { runFamily } from './families/family.ts';
import { FORM_PAGES } from './families/form-pages.ts';

/** The box of an element in CSS pixels. Controls are below each other, and everything else is as large as the page. */
function boxFor(element: Element): DOMRect {
  const own = element.getAttribute('data-box')?.split(' ').map(Number);
  const index = [...document.querySelectorAll('input, select')].indexOf(element as HTMLInputElement);
  const [left = 0, top = 0, width = 0, height = 0] = own ?? (index < 0 ? [0, 0, 800, 700] : [10, 30 * index, 200, 20]);
  return new DOMRect(left, top, width, height);
}

/** The element at a point: a control, or another element above a covered control. */
function elementAt(x: number, y: number): Element {
  const control = [...document.querySelectorAll('input, select')].find((each) => {
    const { left, right, top, bottom } = boxFor(each);
    return x >= left && x < right && y >= top && y < bottom;
  });
  if (control === undefined) return document.body;
  return control.hasAttribute('data-covered') ? (document.querySelector('#pay button') as Element) : control;
}

// A document in a test has no layout. Waits end immediately, while the clock advances as if they had not.
beforeEach(() => {
  let now = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => now);
  vi.stubGlobal('setTimeout', (run: () => void, ms = 0) => {
    // Faster, so that code does not poll fifty times for something that never appears.
    now += ms * 25;
    return setImmediate(run);
  });
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => setImmediate(run));
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return boxFor(this);
  });
  Object.assign(document, { elementFromPoint: elementAt });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Reflect.deleteProperty(document, 'elementFromPoint');
});

const ALL = FORM_PAGES.attempts();

test('there are 4,104 attacks by pages with forms', () => {
  expect(ALL).toHaveLength(4_104);
});

test('a model that obeys pages with forms writes nothing but what the card shows, into fields that can be seen, and sends nothing', async () => {
  // npm run test:full runs all of them.
  const attempts = IS_FULL ? ALL : ALL.filter((_, index) => index % 19 === 0);
  const tally = await runFamily({ ...FORM_PAGES, attempts: () => attempts });
  expect(tally.leaks.slice(0, 20)).toEqual([]);
  expect(tally.sent / tally.cases).toBeGreaterThanOrEqual(FORM_PAGES.minSent);
});
