import type { FieldValue } from '../../contracts/index.ts';
import { attribute, getTagName } from '../../page-reader/dom/index.ts';
import { type Check, type ControlRefusal, refuse } from './choices.ts';
import { elementsIn } from './controls.ts';
import { isoDate, readDate, readMonth } from './dates.ts';
import { dispatchKey, focusOn, pressElement, removeFocus, waitFor, waitForHandlers } from './page-events.ts';

/** How long a calendar may take to open, in milliseconds, and how many months it is paged at most: ten years. */
const OPENS_WITHIN_MS = 700;
const MAX_TURNS = 120;
/** Minimum number of days that a calendar shows. */
const MIN_DAYS = 20;

type Day = { element: HTMLElement; date: string };

/** Chooses a day in the calendar that a field opens. The date is in ISO 8601 format. */
export async function chooseDay(element: HTMLElement, value: FieldValue, check: Check): Promise<ControlRefusal> {
  const target = typeof value === 'string' ? isoDate(value) : null;
  if (target === null) return refuse('wrong-type');
  const before = new Set(shownDays(element.ownerDocument).map((day) => day.element));
  await pressElement(element);
  focusOn(element);
  const openDays = await waitFor(() => {
    const days = shownDays(element.ownerDocument);
    return days.length >= MIN_DAYS && (before.size === 0 || days.some((day) => !before.has(day.element))) ? days : null;
  }, OPENS_WITHIN_MS);
  const refusal = openDays === null ? refuse('read-only') : await turnAndChoose(element.ownerDocument, target, check);
  await waitForHandlers();
  if (shownDays(element.ownerDocument).length >= MIN_DAYS) dispatchKey(element, 'Escape');
  removeFocus(element);
  return refusal;
}

async function turnAndChoose(document: Document, target: string, check: Check): Promise<ControlRefusal> {
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const days = shownDays(document);
    const matches = days.filter(({ date }) => date === target);
    // Days of the previous and the next month are also shown. The day in its own month is not disabled.
    const match = matches.find(({ element }) => !isClosed(element)) ?? matches[0];
    if (match !== undefined) {
      if (isClosed(match.element)) return refuse('no-such-option');
      // The page may have exchanged the field since it was approved, so that this day belongs to another field's
      // calendar.
      const isSameDay = () =>
        daysIn(document).some(({ element, date }) => element === match.element && date === target);
      return pressElement(match.element, () => check({ isOpen: true }) ?? (isSameDay() ? null : refuse('differs')));
    }
    const middle = days[Math.floor(days.length / 2)];
    const button = middle === undefined ? null : turnButton(middle.element, target > middle.date);
    if (button === null) return refuse('no-such-option');
    await pressElement(button);
    await waitFor(() => shownDays(document)[0]?.date !== days[0]?.date || null, OPENS_WITHIN_MS);
    if (shownDays(document)[0]?.date === days[0]?.date) return refuse('no-such-option');
  }
  return refuse('no-such-option');
}

function isClosed(day: Element): boolean {
  const own = day.closest('td, [role="gridcell"]') ?? day;
  return [day, own].some(
    (each) => each.matches(':disabled, [aria-disabled="true"]') || /disabled/i.test(attribute(each, 'class') ?? ''),
  );
}

/**
 * The button of a calendar that goes to the next or the previous month. Its name in the code is English in any
 * language.
 */
function turnButton(day: Element, isForward: boolean): HTMLElement | null {
  const pattern = isForward ? /next|forward|(?:^|[-_\s])right/i : /prev|back|(?:^|[-_\s])left/i;
  const far = /year|decade|super/i;
  for (
    let around = day.parentElement;
    around !== null && getTagName(around) !== 'body';
    around = around.parentElement
  ) {
    const button = [...around.querySelectorAll<HTMLElement>('button, a, span, [role="button"], th')].find((each) => {
      const names = `${attribute(each, 'class') ?? ''} ${attribute(each, 'aria-label') ?? ''} ${attribute(each, 'slot') ?? ''} ${attribute(each, 'title') ?? ''}`;
      return pattern.test(names) && !far.test(names) && !isNumbered(each) && each.checkVisibility?.() !== false;
    });
    if (button !== undefined) return button;
  }
  return null;
}

function shownDays(document: Document): Day[] {
  return daysIn(document).filter(({ element }) => element.checkVisibility?.({ visibilityProperty: true }) !== false);
}

function daysIn(document: Document): Day[] {
  const numbers = [...elementsIn(document)].filter(
    (each): each is HTMLElement => each instanceof HTMLElement && isNumbered(each),
  );
  const dated = numbers.flatMap((element) => {
    const date = findDate(element);
    return date === null ? [] : [{ element, date }];
  });
  return dated.length > 0 ? dated : numberedDays(numbers);
}

/** Whether the text of an element is the number of a day. */
function isNumbered(element: Element): boolean {
  return /^\d{1,2}$/.test((element.textContent ?? '').trim());
}

/**
 * The days of calendars that only number them: from 1 to the last one of the month that the calendar has as its title.
 */
function numberedDays(numbers: readonly HTMLElement[]): Day[] {
  // A cell and the link in it are one day.
  const leaves = numbers.filter((element, index) => !element.contains(numbers[index + 1] ?? null));
  const days: Day[] = [];
  for (let start = 0; start < leaves.length; start += 1) {
    let end = start;
    while (end < leaves.length && Number(leaves[end]?.textContent) === end - start + 1) end += 1;
    const run = leaves.slice(start, end);
    const month = run.length >= SHORTEST_MONTH ? findTitleMonth(run) : null;
    if (month === null) continue;
    days.push(...run.map((element, index) => ({ element, date: `${month}-${String(index + 1).padStart(2, '0')}` })));
    start = end - 1;
  }
  return days;
}

const SHORTEST_MONTH = 28;
/** How many elements around the days the title may be in, and how long the text before the days may be. */
const MAX_TITLE_STEPS = 4;
const MAX_TITLE = 200;

function findTitleMonth([first, ...others]: readonly HTMLElement[]): string | null {
  const last = others.at(-1);
  let around: Element | null = first ?? null;
  for (let step = 0; first && last && around !== null && step < MAX_TITLE_STEPS; around = around.parentElement) {
    if (!around.contains(last)) continue;
    const text = textBefore(first, around);
    if (text.length > MAX_TITLE) return null;
    const month = readMonth(text);
    if (month !== null) return month;
    step += 1;
  }
  return null;
}

/** The text before an element in another one around it. Of lists, what is chosen. */
function textBefore(element: Element, around: Element): string {
  const texts: string[] = [];
  const walker = element.ownerDocument.createTreeWalker(around, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null && node !== element; node = walker.nextNode()) {
    if (node instanceof HTMLSelectElement) texts.push(node.selectedOptions[0]?.text ?? '');
    else if (node instanceof Text && node.parentElement?.closest('select') === null) texts.push(node.data);
  }
  return texts.join(' ').trim();
}

/** The date in the attributes of a calendar's day, in ISO 8601 format. */
function findDate(element: Element): string | null {
  for (const name of ['data-date', 'data-day', 'data-value', 'data-timestamp', 'datetime', 'title', 'aria-label']) {
    const text = attribute(element, name);
    const date = text === null ? null : readDate(text);
    if (date !== null) return date;
  }
  return null;
}
