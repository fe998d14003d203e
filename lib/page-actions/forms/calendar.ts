import type { FieldValue } from '../../contracts/index.ts';
import { attribute, getTagName } from '../../page-reader/dom/index.ts';
import { type Check, type ControlRefusal, refuse } from './choices.ts';
import { elementsIn } from './controls.ts';
import { isoDate, readDate } from './dates.ts';
import { dispatchKey, focusOn, leave, pressElement, settle, waitFor } from './page-events.ts';

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
  await settle();
  if (shownDays(element.ownerDocument).length >= MIN_DAYS) dispatchKey(element, 'Escape');
  leave(element);
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
      const isSameDay = () => findDate(match.element) === target;
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
      return pattern.test(names) && !far.test(names) && findDate(each) === null && each.checkVisibility?.() !== false;
    });
    if (button !== undefined) return button;
  }
  return null;
}

function shownDays(document: Document): Day[] {
  return daysIn(document).filter(({ element }) => element.checkVisibility?.({ visibilityProperty: true }) !== false);
}

function daysIn(document: Document): Day[] {
  const days: Day[] = [];
  for (const element of elementsIn(document)) {
    if (!(element instanceof HTMLElement) || !/^\d{1,2}$/.test((element.textContent ?? '').trim())) continue;
    const date = findDate(element);
    if (date !== null) days.push({ element, date });
  }
  return days;
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
