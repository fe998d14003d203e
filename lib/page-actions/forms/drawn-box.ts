import { shownParent, type VisibilityCheck } from '../../page-reader/capture/index.ts';
import { attribute, getTagName, oneLine } from '../../page-reader/dom/index.ts';

/** How many elements around a hidden list the box that draws it may be in. */
const MAX_WRAPPERS = 2;
/** The size of such a box in CSS pixels. */
const MIN_WIDTH = 20;
const MIN_HEIGHT = 10;
const MAX_HEIGHT = 100;
/** Controls with a role are listed by themselves. */
const OTHER_CONTROLS = '[role="combobox"], [role="listbox"], [aria-haspopup="listbox"]';

/**
 * The box that draws a hidden native list without any role, as nice-select, Chosen and Selectric do; null if the list
 * is visible or nothing draws it. The box is beside the list, has the size of a control, and either shows the chosen
 * option or comes with a copy of all options.
 */
export function findDrawnBox(element: Element, check: VisibilityCheck): HTMLElement | null {
  if (getTagName(element) !== 'select' || (element as HTMLSelectElement).multiple || check.isVisible(element))
    return null;
  const select = element as HTMLSelectElement;
  let place: Element = select;
  for (let depth = 0; depth <= MAX_WRAPPERS; depth += 1) {
    const parent = shownParent(place);
    if (parent === null) return null;
    const isAlone = parent.querySelectorAll('select').length === 1;
    const siblings = listSiblings(place, parent, isAlone);
    if (siblings.some((each) => each.matches(OTHER_CONTROLS) || each.querySelector(OTHER_CONTROLS) !== null))
      return null;
    const boxes = siblings.filter((each) => check.isVisible(each) && isOfControlSize(each));
    const box = boxes.find((each) => showsChoice(each, select));
    if (box !== undefined) return box;
    if (boxes.length > 0 && siblings.some((each) => hasAllOptions(each, select))) return boxes[0] ?? null;
    if (!isAlone) return null;
    place = parent;
  }
  return null;
}

/** The elements beside a list; only its neighbours if there are other lists. Labels are not drawn lists. */
function listSiblings(place: Element, parent: Element, isAlone: boolean): HTMLElement[] {
  const elements = isAlone ? [...parent.children] : [place.nextElementSibling, place.previousElementSibling];
  return elements.filter(
    (each): each is HTMLElement => each instanceof HTMLElement && each !== place && getTagName(each) !== 'label',
  );
}

function isOfControlSize(element: HTMLElement): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width >= MIN_WIDTH && height >= MIN_HEIGHT && height <= MAX_HEIGHT;
}

/** Whether a box shows the chosen option of a list, and no other words. */
export function showsChoice(box: HTMLElement, { selectedOptions }: HTMLSelectElement): boolean {
  const label = labelWords(selectedOptions[0]?.text ?? '');
  return label !== '' && labelWords(box.innerText ?? '') === label;
}

/** The words of a label, without the arrows and crosses that are drawn as text beside it. */
function labelWords(text: string): string {
  return (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ').toLowerCase();
}

function hasAllOptions(element: HTMLElement, { options }: HTMLSelectElement): boolean {
  const labels = [...options].map(({ text }) => oneLine(text)).filter((text) => text !== '');
  if (labels.length < 2) return false;
  const texts = new Set(
    [...element.querySelectorAll('*')].filter(isLeaf).map((each) => oneLine(each.textContent ?? '')),
  );
  return labels.every((label) => texts.has(label));
}

function isLeaf({ childElementCount }: Element): boolean {
  return childElementCount === 0;
}

/**
 * The elements that draw the option with this label now, around the box and in parts of the page that were opened for
 * it.
 */
export function drawnOptions(box: HTMLElement, label: string): HTMLElement[] {
  return [...box.ownerDocument.querySelectorAll<HTMLElement>('body *')].filter(
    (each) =>
      isLeaf(each) &&
      getTagName(each) !== 'option' &&
      attribute(each, 'aria-hidden') !== 'true' &&
      oneLine(each.textContent ?? '') === label &&
      each.checkVisibility?.({ visibilityProperty: true, opacityProperty: true }) !== false,
  );
}
