import { answersConsent, speaksOfConsent, speaksOfCookies, speaksOfSite } from '../../language/index.ts';
import { attribute, find, findAll, getChildren, getParent, getTagName, getTextContent } from '../dom/dom.ts';
import { findShadowRoot } from './flat-tree.ts';
import { iconSign } from './signs.ts';
import type { Traits } from './view.ts';

/** Empty elements that are shown or have a meaning. */
const LEAVES = new Set(
  'img input textarea select br hr iframe frame embed object canvas math slot td th form'.split(' '),
);

/**
 * Whether this element has no content to read. One element in twelve is an icon or a spacer. Skipping it saves the
 * style query, the main cost per element. An element with an id may be the target of a control, and one with a role may
 * be a cell or a control.
 */
export function isBare(element: Element, tag: string): boolean {
  if (tag === 'svg') return isWordless(element);
  if (LEAVES.has(tag) || element.firstChild !== null) return false;
  if ((tag === 'i' || tag === 'span') && iconSign(element) !== '') return false;
  if (attribute(element, 'title') !== null || attribute(element, 'aria-label') !== null) return false;
  if (attribute(element, 'id') !== null || attribute(element, 'role') !== null) return false;
  // MathJax keeps a formula that is not rendered yet in a script after this element.
  if (attribute(element, 'class')?.includes('MathJax')) return false;
  return tag !== 'mjx-container' && findShadowRoot(element, tag, true) === null;
}

function isWordless(svg: Element): boolean {
  return (
    attribute(svg, 'role') === null &&
    attribute(svg, 'aria-label') === null &&
    iconSign(svg) === '' &&
    find(svg, 'title, text, foreignObject') === null
  );
}

const CONSENT_PATTERN =
  /cookie|consent|gdpr|ccpa|onetrust|didomi|truste|usercentrics|quantcast|cmp-?(?:box|container|wrapper)|privacy-?(?:banner|notice|popup)/i;
const CONTROLS = 'button, a, [role=button], input[type=button], input[type=submit]';

/**
 * A banner has a few sentences; longer text is the page itself in a container with a similar class name. Characters.
 */
const MAX_LENGTH = 6000;
const MAX_ANSWER = 40;

/** Results by class name: every element is tested, and most share their names with others. */
const resultsByName = new Map<string, boolean>();

function isNamed(names: string): boolean {
  if (names === '') return false;
  const before = resultsByName.get(names);
  if (before !== undefined) return before;
  const result = CONSENT_PATTERN.test(names);
  resultsByName.set(names, result);
  return result;
}

/**
 * Whether this is a cookie consent banner, which is not part of the page's content. It asks about cookies and has a
 * control with an answer. It also either lies over the page (fixed, sticky or a dialog), or is named as a banner and
 * separate from other text.
 */
export function isConsentBanner(
  element: Element,
  { tag, role, hasAttributes, id, classNames, position }: Traits,
): boolean {
  if (!hasAttributes) return false;
  const isOver =
    position === 'fixed' || position === 'sticky' || tag === 'dialog' || role === 'dialog' || role === 'alertdialog';
  const hasName = isNamed(classNames) || isNamed(id);
  if ((!isOver && !hasName) || tag === 'body' || tag === 'main' || find(element, 'main, article, h1')) return false;
  const text = getTextContent(element);
  if (text.length > MAX_LENGTH) return false;
  const { question, isAnswered, count } = splitQuestion(element, text);
  if (isOver && count > 1 && isShortQuestion(element, question, position)) return hasPageBehind(element);
  if (!isAnswered || !speaksOfConsent(question)) return false;
  if (!speaksOfSite(question) && !(hasName && speaksOfCookies(question))) return false;
  return isOver ? hasPageBehind(element) : standsApart(element, text);
}

/** A banner that lies over the page may be in a language whose answers are not known. Characters. */
const QUESTION_LENGTH = { min: 20, max: 600 };

/** Whether this is a short text about cookies of the site, or named after cookies, without a field to fill in. */
function isShortQuestion(element: Element, question: string, position: string): boolean {
  const { length } = question.trim();
  if (length < QUESTION_LENGTH.min || length > QUESTION_LENGTH.max || position === 'sticky') return false;
  const isNamedSo = ['id', 'class', 'aria-label'].some((name) => /cookie/i.test(attribute(element, name) ?? ''));
  if (!isNamedSo && !(speaksOfCookies(question) && speaksOfSite(question))) return false;
  return find(element, 'textarea, select, input:not([type=checkbox], [type=button], [type=submit])') === null;
}

/** The text of the box without its controls, whether one of these answers it, and how many there are. */
function splitQuestion(element: Element, text: string): { question: string; isAnswered: boolean; count: number } {
  let question = text;
  let isAnswered = false;
  const all = findAll(element, CONTROLS);
  for (const control of all) {
    const label = getTextContent(control) || (attribute(control, 'value') ?? '');
    if (label !== '') question = question.replace(label, ' ');
    isAnswered ||= label.length <= MAX_ANSWER && answersConsent(label);
  }
  return { question, isAnswered, count: all.length };
}

/** Whether the body has other content: the root element of a full-window application contains everything. */
function hasPageBehind(element: Element): boolean {
  let outermost = element;
  for (let outer = getParent(element); outer && getTagName(outer) !== 'body'; outer = getParent(outer)) {
    if (hasOtherText(outer, outermost)) return true;
    outermost = outer;
  }
  const body = getParent(outermost);
  return body === null || hasOtherText(body, outermost);
}

function hasOtherText(parent: Element, child: Element): boolean {
  for (const other of getChildren(parent)) {
    if (
      other !== child &&
      !/^(?:script|style|noscript|template)$/.test(getTagName(other)) &&
      getTextContent(other).trim() !== ''
    ) {
      return true;
    }
  }
  return false;
}

/** Whether no box around it has other text, and it has no text field. */
function standsApart(element: Element, text: string): boolean {
  if (find(element, 'textarea, input:not([type]), input[type=text], input[type=email]')) return false;
  const length = text.trim().length;
  for (let outer = getParent(element); outer && getTagName(outer) !== 'body'; outer = getParent(outer)) {
    if (getTextContent(outer).trim().length > length) return false;
  }
  return true;
}
