import { oneLine } from '../dom/clean-text.ts';
import { attribute, find, textOf } from '../dom/dom.ts';
import type { ContainerRole } from './element-role.ts';

/** Where controls are what a page consists of. In an article their names would only be noise. */
const widgets = new Set('toolbar menubar tablist grid treegrid row listbox tree application'.split(' '));
const maxNameLength = 80;

export function isWidget(role: string | null): boolean {
  return role !== null && widgets.has(role);
}

/** The name of a control that shows a picture instead of words, as `[button: Archive]`, or ''. */
export function iconName(control: Element): string {
  if (textOf(control).trim() !== '' || find(control, 'img[alt]:not([alt=""]), input, select')) return '';
  const name = oneLine(attribute(control, 'aria-label') || (attribute(control, 'title') ?? ''), maxNameLength);
  return name === '' ? '' : `[button: ${name}]`;
}

export function isControl(element: Element, role: ContainerRole): boolean {
  return (
    (role.type === 'text' && role.mark?.type === 'control') ||
    /^(?:link|menuitem|tab|option)$/.test(attribute(element, 'role') ?? '')
  );
}
