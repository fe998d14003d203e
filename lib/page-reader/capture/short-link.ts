import { find, property, textOf } from '../dom/dom.ts';
import type { ElementRole } from './element-role.ts';

/** Longer ones are cards with a text of their own. Characters. */
const maxLength = 300;
const structure = 'h1, h2, h3, h4, h5, h6, ul, ol, dl, table, pre, blockquote, br, [role=heading]';

/** Whether this link is a few words in boxes, as a date, a label and a title are. Then all of them are its text. */
export function isShortLink(link: Element): boolean {
  if (property(Element.prototype, link, 'firstElementChild') === null) return false;
  return find(link, structure) === null && textOf(link).trim().length <= maxLength;
}

/** The role of an element in such a link: what would be a line of its own is set apart by a space. */
export function inLine(role: ElementRole): ElementRole {
  return role.type === 'text' && role.flow === 'block' ? { ...role, flow: 'spaced' } : role;
}
