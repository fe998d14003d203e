import { oneLine } from '../dom/clean-text.ts';
import { attribute, childrenOf, find, isRendered, parentOf, property, tagOf, textOf } from '../dom/dom.ts';
import { type Children, Listed } from './children.ts';

/** Places where a control opens the site's menu and not its content. */
const menus = 'nav, header, footer, form, [role=navigation], [role=menu], [role=menubar], [role=banner], [role=dialog]';
const controls = '[role=tab][aria-controls], [aria-expanded=false][aria-controls]';
const maxNameLength = 100;

/** The visible controls of a document that open something, by the id of their target. */
export type Toggles = ReadonlyMap<string, Element>;

export function togglesOf(document: Document): Toggles {
  const toggles = new Map<string, Element>();
  for (const control of Document.prototype.querySelectorAll.call(document, controls)) {
    const id = attribute(control, 'aria-controls') ?? '';
    if (attribute(control, 'aria-haspopup') !== null || Element.prototype.closest.call(control, menus)) continue;
    if (id !== '' && isRendered(control)) toggles.set(id, control);
  }
  return toggles;
}

/** The name of the control that would show this hidden element, or null if there is none. */
export function toggleOf(hidden: Element, toggles: Toggles): string | null {
  const control = toggles.get(attribute(hidden, 'id') ?? '');
  if (!control || find(hidden, 'nav, form, [role=menu]')) return null;
  return oneLine(textOf(control) || (attribute(control, 'aria-label') ?? ''), maxNameLength);
}

/** Whether this `summary` opens details that are closed. */
export function isClosedSummary(element: Element): boolean {
  const details = parentOf(element);
  return details !== null && isClosedDetails(details) && firstSummary(details) === element;
}

export function isClosedDetails(element: Element): boolean {
  return tagOf(element) === 'details' && attribute(element, 'open') === null;
}

/** Whether a user can open these details, which needs a visible summary. */
export function canBeOpened(details: Element): boolean {
  const summary = firstSummary(details);
  return summary !== null && isRendered(summary);
}

/** The summary first, as browsers show it, then the content. */
export function childrenOfDetails(details: Element): Children {
  const summary = firstSummary(details);
  const nodes = [...property(Node.prototype, details, 'childNodes')].filter((node) => node !== summary);
  return new Listed(summary ? [summary, ...nodes] : nodes);
}

/** The part of closed details that is shown. */
export function firstSummary(details: Element): Element | null {
  return [...childrenOf(details)].find((child) => tagOf(child) === 'summary') ?? null;
}
