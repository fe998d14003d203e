import { find, property, textOf } from '../dom/dom.ts';
import type { ElementRole } from './element-role.ts';

/** Longer ones are cards with text of their own. Characters. */
const maxLength = 300;
const structure = 'h1, h2, h3, h4, h5, h6, ul, ol, dl, table, pre, blockquote, br, [role=heading]';

/** Whether this link is a few words in boxes, such as a date, a label and a title, which are then all its text. */
export function isShortLink(link: Element): boolean {
  if (property(Element.prototype, link, 'firstElementChild') === null) return false;
  return find(link, structure) === null && textOf(link).trim().length <= maxLength;
}

/** The role of an element in such a link: a block is only separated by a space. */
export function inLine(role: ElementRole): ElementRole {
  return role.type === 'text' && role.flow === 'block' ? { ...role, flow: 'spaced' } : role;
}
