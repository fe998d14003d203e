import { HEADINGS, shownParent, VisibilityCheck } from '../../page-reader/capture/index.ts';
import {
  attribute,
  find,
  findAll,
  getTagName,
  getTextContent,
  matches,
  oneLine,
  property,
} from '../../page-reader/dom/index.ts';
import { accessibleName, cleanLabel, nameGroup, nameToWords } from './control-name.ts';
import { type Control, elementsIn, findControls } from './controls.ts';

/** Controls that are filled in together. `container`: the element around them: a form, a dialog, a section, a row. */
export type ControlGroup = { container: Element; controls: Control[]; submit: HTMLElement | null; title: string };

/** The forms of a document, explicit or not, in page order. Includes only controls that the user can see. */
export function groupControls(document: Document): ControlGroup[] {
  const page = new PageParts(document);
  const groups = new Map<Element, Control[]>();
  for (const control of findControls(document)) {
    const container = findContainer(control.element, page);
    const members = groups.get(container) ?? [];
    members.push(control);
    groups.set(container, members);
  }
  return [...groups].map(([container, controls]) => {
    const submit = submitButton(container, controls, page);
    return { container, controls, submit, title: nameForm(container, controls, submit, page) };
  });
}

const BUTTONS = 'button, input[type="submit"], input[type="button"], input[type="image"], [role="button"]';
const EXPLICIT = 'form, [role="form"], [role="search"], dialog, [role="dialog"], [role="alertdialog"]';
const SECTIONS =
  'section, article, aside, main, fieldset, td, [role="region"], [role="group"], [role="tabpanel"], [role="main"]';

/** The parts of a document used to find and name its forms, collected once. */
class PageParts {
  readonly headings: Element[] = [];
  readonly buttons: HTMLElement[] = [];
  readonly #check: VisibilityCheck;
  readonly #buttonsIn = new Map<Element, HTMLElement[]>();

  constructor(document: Document) {
    this.#check = new VisibilityCheck(document);
    for (const element of elementsIn(document)) {
      if (!(element instanceof HTMLElement)) continue;
      if (matches(element, HEADINGS)) this.headings.push(element);
      if (matches(element, BUTTONS) && isOwnButton(element)) this.buttons.push(element);
    }
  }

  isVisible(element: Element): boolean {
    return this.#check.isVisible(element);
  }

  buttonsIn(container: Element): HTMLElement[] {
    const cachedButtons = this.#buttonsIn.get(container);
    if (cachedButtons !== undefined) return cachedButtons;
    const buttons = this.buttons.filter((button) => isInside(button, container) && this.isVisible(button));
    this.#buttonsIn.set(container, buttons);
    return buttons;
  }
}

/** Whether a button acts on the entered values and is not part of a control, such as a button that opens a list. */
function isOwnButton(button: Element): boolean {
  if (attribute(button, 'aria-haspopup') !== null || attribute(button, 'aria-expanded') !== null) return false;
  if (/^(?:combobox|checkbox|switch|radio|tab|option|slider)$/.test(attribute(button, 'role') ?? '')) return false;
  return (button as HTMLElement).tabIndex >= 0 || (button as HTMLButtonElement).disabled === true;
}

export function isInside(element: Element, container: Element): boolean {
  for (let around: Element | null = element; around !== null; around = shownParent(around)) {
    if (around === container) return true;
  }
  return false;
}

function findContainer(element: HTMLElement, page: PageParts): Element {
  const { form = null } = element as HTMLInputElement;
  if (form instanceof HTMLElement) return form;
  let section: Element | null = null;
  for (let around = shownParent(element); around !== null; around = shownParent(around)) {
    if (matches(around, EXPLICIT)) return around;
    if (section !== null) continue;
    const isRow = getTagName(around) === 'tr' || attribute(around, 'role') === 'row';
    if (isRow && page.buttonsIn(around).length > 0) section = around;
    else if (
      matches(around, SECTIONS) &&
      (hasHeading(around, page) || nameGroup(around) !== '') &&
      getTagName(around) !== 'fieldset'
    )
      section = around;
    else if (getTagName(around) !== 'body' && page.buttonsIn(around).length > 0) section = around;
  }
  return section ?? element.ownerDocument.body;
}

function hasHeading(container: Element, { headings }: PageParts): boolean {
  return headings.some((heading) => isInside(heading, container));
}

/** The button that submits a form: the first submit button, or the last button of a container that has none. */
function submitButton(container: Element, controls: readonly Control[], page: PageParts): HTMLElement | null {
  const inside = page.buttonsIn(container).filter((button) => accessibleName(button) !== '');
  const outside = page.buttons.filter((button) => (button as HTMLButtonElement).form === container);
  const buttons = [...new Set([...inside, ...outside])];
  const isForm = getTagName(container) === 'form';
  const submitButtons = buttons.filter(
    (button) => isForm && /^(?:submit|image)$/.test((button as HTMLButtonElement).type),
  );
  if (submitButtons.length > 0)
    return submitButtons.find((button) => follows(button, controls)) ?? submitButtons[0] ?? null;
  if (getTagName(container) === 'body') return null;
  return buttons.findLast((button) => follows(button, controls)) ?? null;
}

/** Whether a button comes after the first control. Buttons before it close a dialog. */
function follows(button: Element, controls: readonly Control[]): boolean {
  const first = controls[0]?.element;
  return first !== undefined && (first.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

const MAX_TITLE = 80;
/** How many ancestors of a form are searched for a heading before the form. */
const MAX_STEPS = 3;

function nameForm(container: Element, controls: readonly Control[], submit: Element | null, page: PageParts): string {
  const button = submit === null ? '' : accessibleName(submit);
  const isSearch = attribute(container, 'role') === 'search' || (controls.length === 1 && isSearchField(controls[0]));
  const names = [
    nameGroup(container),
    rowTitle(container),
    headingIn(container, page),
    isSearch ? button || controlName(controls) : '',
    headingBefore(container, page),
    nameToWords(attribute(container, 'toolname') ?? ''),
    button,
    nameToWords(attribute(container, 'name') ?? ''),
    nameToWords(attribute(container, 'id') ?? ''),
  ];
  return oneLine(names.find((name) => name !== '') ?? '', MAX_TITLE);
}

function isSearchField(control: Control | undefined): boolean {
  const { type = '' } = (control?.element ?? {}) as HTMLInputElement;
  return type === 'search' || attribute(control?.element ?? document.body, 'role') === 'searchbox';
}

function controlName([first]: readonly Control[]): string {
  return first === undefined ? '' : accessibleName(first.element);
}

function rowTitle(container: Element): string {
  if (getTagName(container) !== 'tr' && attribute(container, 'role') !== 'row') return '';
  const header =
    find(container, 'th, [role="rowheader"]') ?? property(Element.prototype, container, 'firstElementChild');
  return header === null ? '' : cleanLabel(getTextContent(header));
}

function headingIn(container: Element, page: PageParts): string {
  if (getTagName(container) === 'body') return '';
  const inside = page.headings.find((heading) => isInside(heading, container) && page.isVisible(heading));
  const legend = inside === undefined && getTagName(container) === 'form' ? find(container, 'legend') : null;
  const isOnlyLegend = legend !== null && findAll(container, 'legend').length === 1;
  return cleanLabel(inside?.textContent ?? (isOnlyLegend ? (legend?.textContent ?? '') : ''));
}

function headingBefore(container: Element, page: PageParts): string {
  let around: Element | null = container;
  for (let step = 0; around !== null && step < MAX_STEPS && getTagName(around) !== 'body'; step += 1) {
    for (let sibling = siblingBefore(around); sibling !== null; sibling = siblingBefore(sibling)) {
      const own = matches(sibling, HEADINGS) ? sibling : [...findAll(sibling, HEADINGS)].at(-1);
      if (own !== undefined && page.isVisible(own)) return cleanLabel(own.textContent ?? '');
      if (matches(sibling, 'form, section, article')) return '';
    }
    around = shownParent(around);
  }
  return '';
}

function siblingBefore(element: Element): Element | null {
  return property(Element.prototype, element, 'previousElementSibling');
}
