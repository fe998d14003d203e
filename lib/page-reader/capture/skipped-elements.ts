import { attribute, find, textOf } from '../dom/dom.ts';
import { shadowRootOf } from './flat-tree.ts';
import type { Traits } from './view.ts';

/** Elements that show something, or count, although they are empty. */
const leaves = new Set('img input textarea select br hr iframe frame canvas math slot td th form'.split(' '));

/**
 * Whether this element has no content to read. One in twelve is an icon or a spacer; skipping them saves the style query, the
 * main cost per element. An element with an id or a role may be the target of a control, a cell or a control.
 */
export function isBare(element: Element, tag: string): boolean {
  if (tag === 'svg') return isWordless(element);
  if (leaves.has(tag) || element.firstChild !== null) return false;
  if (attribute(element, 'id') !== null || attribute(element, 'role') !== null) return false;
  // MathJax keeps a formula that is not drawn yet in a script after this element.
  if (attribute(element, 'class')?.includes('MathJax')) return false;
  return tag !== 'mjx-container' && shadowRootOf(element, tag, true) === null;
}

function isWordless(svg: Element): boolean {
  return attribute(svg, 'role') === null && attribute(svg, 'aria-label') === null && find(svg, 'title, text') === null;
}

const named =
  /cookie|consent|gdpr|ccpa|onetrust|didomi|truste|usercentrics|quantcast|cmp-?(?:box|container|wrapper)|privacy-?(?:banner|notice|popup)/i;
const vocabulary =
  /cookies?\b|\bconsent\b|gdpr|ccpa|personali[sz]ed ads|traceurs|einwilligung|consentimiento|consenso|toestemming|samtycke|cookie-uri|куки|файлы cookie|クッキー/i;
const choice =
  /accept|agree|allow|reject|decline|got it|\bok(?:ay)?\b|manage|preferences|settings|accepter|refuser|akzeptieren|ablehnen|zustimmen|aceptar|rechazar|accetta|rifiuta|accepteren|godkänn|zaakceptuj|принять|同意/i;

/** A banner has a few sentences; longer text is the page itself in a container with a similar class name. */
const maxLength = 6000;

/** Results by class name, since every element is tested and most share their names with others. */
const known = new Map<string, boolean>();

function isNamed(names: string): boolean {
  if (names === '') return false;
  const before = known.get(names);
  if (before !== undefined) return before;
  const result = named.test(names);
  known.set(names, result);
  return result;
}

/** Whether this is a cookie consent banner, which is not part of the page's content. */
export function isConsentBanner(
  element: Element,
  { tag, role, hasAttributes, id, classNames, position }: Traits,
): boolean {
  if (!hasAttributes) return false;
  const floats = position === 'fixed' || position === 'sticky';
  const isDialog = tag === 'dialog' || role === 'dialog' || role === 'alertdialog';
  if (!floats && !isDialog && !isNamed(classNames) && !isNamed(id)) return false;
  if (tag === 'body' || tag === 'main' || find(element, 'main, article')) return false;
  const text = textOf(element);
  return text.length <= maxLength && vocabulary.test(text) && choice.test(text);
}
