import { oneLine } from '../../text/index.ts';
import {
  attribute,
  find,
  findAll,
  getChildren,
  getParent,
  getTagName,
  getTextContent,
  isRendered,
} from '../dom/dom.ts';

/** Places where a control opens the site's menu and not its content. */
const MENUS = 'nav, header, footer, form, [role=navigation], [role=menu], [role=menubar], [role=banner], [role=dialog]';
const TABS = '[role=tab][aria-controls]';
const CONTROLS = `${TABS}, [aria-expanded=false]`;
const MAX_NAME_LENGTH = 100;

/** What the controls of a document open, by the id of the target or the target itself. */
export type Toggles = ReadonlyMap<string | Element, Element>;

/**
 * Collects the visible controls of a document or shadow tree that open something. The target is the id that a control
 * names, or else the element after it, or after the box in which it is last. Also collects adjacent links to several
 * places on the page, which are tabs.
 */
export function collectToggles(tree: Document | ShadowRoot): Toggles {
  const toggles = new Map<string | Element, Element>();
  const places = new Map<Element | null, Map<string, Element>>();
  for (const link of findAll(tree, 'a[href^="#"]')) {
    const id = attribute(link, 'href')?.slice(1) ?? '';
    const target = id === '' ? null : tree.getElementById(id);
    if (!target) continue;
    const parent = getParent(target);
    places.set(parent, (places.get(parent) ?? new Map<string, Element>()).set(id, link));
  }
  for (const links of places.values()) if (links.size > 1) for (const [id, link] of links) toggles.set(id, link);
  for (const control of findAll(tree, CONTROLS)) {
    if (attribute(control, 'aria-haspopup') !== null || !isRendered(control)) continue;
    const target = attribute(control, 'aria-controls') || findPlace(control) || elementAfter(control);
    if (target) toggles.set(target, control);
  }
  return toggles;
}

/** The id of a place on the page that a link or a Bootstrap button leads to, or ''. */
function findPlace(control: Element): string {
  const address = ['href', 'data-target', 'data-bs-target'].map((name) => attribute(control, name) ?? '');
  return address.find((each) => each.startsWith('#'))?.slice(1) ?? '';
}

/** The element after this one, or after the box in which it is the last, like a heading. */
function elementAfter(control: Element): Element | null {
  return control.nextElementSibling ?? getParent(control)?.nextElementSibling ?? null;
}

/** The name of the control that would show this hidden element, or null if there is none. */
export function findToggleName(hiddenElement: Element, toggles: Toggles): string | null {
  // A style sheet can collapse a grid around the hidden element, which is then its only child.
  const around = getParent(hiddenElement);
  const target = around?.childElementCount === 1 ? around : null;
  const control =
    [hiddenElement, target].flatMap((each) => (each && findToggle(each, toggles)) ?? [])[0] ??
    findTitle(hiddenElement) ??
    findTab(hiddenElement);
  if (!control || find(hiddenElement, 'nav, form, [role=menu]') || !isRendered(control)) return null;
  const isTab = attribute(control, 'role') === 'tab';
  if (!isTab && Element.prototype.closest.call(control, MENUS)) return null;
  return oneLine(getTextContent(control) || (attribute(control, 'aria-label') ?? ''), MAX_NAME_LENGTH);
}

function findToggle(target: Element, toggles: Toggles): Element | undefined {
  return toggles.get(attribute(target, 'id') ?? '') ?? toggles.get(target);
}

/** A title that opens what follows it has at least one letter and at most this many characters. */
const MAX_TITLE = 200;
/** Maximum share of links in the content that a title opens. More links than that are a menu. */
const MAX_LINKED = 0.5;

/**
 * The title directly before a hidden element, if it looks like a control and the same pair is repeated beside it. An
 * example is a list of questions that only a script or a style sheet opens. A control has a pointer cursor or labels a
 * checkbox.
 */
function findTitle(hiddenElement: Element): Element | null {
  const title = hiddenElement.previousElementSibling;
  const text = title ? getTextContent(title).trim() : '';
  if (
    !title ||
    getTextContent(hiddenElement).trim() === '' ||
    text === '' ||
    text.length > MAX_TITLE ||
    !/\p{L}/u.test(text)
  )
    return null;
  const window = title.ownerDocument.defaultView;
  const isLabel = getTagName(title) === 'label' && attribute(title, 'for') !== null;
  if (!isLabel && window?.getComputedStyle(title).cursor !== 'pointer') return null;
  const around = getParent(title);
  const isRepeated =
    hasSiblingLike(title, hiddenElement) ||
    (around !== null && getChildren(around).length <= MAX_IN_PAIR && hasSiblingLike(around));
  return isRepeated && !isMostlyLinks(hiddenElement) ? title : null;
}

/** Maximum number of elements: a title, its text and the checkbox before them. */
const MAX_IN_PAIR = 4;

function hasSiblingLike(element: Element, except: Element | null = null): boolean {
  const siblings = getChildren(getParent(element) ?? element);
  return [...siblings].some((other) => other !== element && other !== except && isLike(other, element));
}

function isLike(one: Element, other: Element): boolean {
  const kind = (element: Element) => (attribute(element, 'class') ?? '').split(/[\s_-]/, 1)[0];
  return getTagName(one) === getTagName(other) && kind(one) === kind(other);
}

function isMostlyLinks(element: Element): boolean {
  const linked = [...findAll(element, 'a')].reduce((sum, link) => sum + getTextContent(link).length, 0);
  return linked > getTextContent(element).length * MAX_LINKED;
}

const MAX_PANELS = 12;

/**
 * The tab of a hidden panel, if a sibling with the same structure is visible and the row before the panels has a
 * control for each.
 */
function findTab(hiddenElement: Element): Element | null {
  const parent = getParent(hiddenElement);
  if (!parent || getTextContent(hiddenElement).trim() === '') return null;
  const panels = [...getChildren(parent)].filter((other) => isLike(other, hiddenElement));
  const [first] = panels;
  if (!first || panels.length < 2 || panels.length > MAX_PANELS || !panels.some(isRendered)) return null;
  const row = first.previousElementSibling;
  const labels = [...getChildren(parent)].filter((child) => getTagName(child) === 'label');
  const inRow = row ? [...findAll(row, 'button, a, label, [role=button], [role=tab]')] : [];
  const tabsInRow = [labels, inRow].find((some) => some.length === panels.length);
  return (!isMostlyLinks(hiddenElement) && tabsInRow?.[panels.indexOf(hiddenElement)]) || null;
}
