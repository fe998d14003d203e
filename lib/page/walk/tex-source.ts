import { attribute, find, namesOf, tagOf, textOf } from '../dom.ts';
import { mathMarkdown, texMarkdown } from './math.ts';

/** Does a drawn formula say what it was drawn from? Without, what is drawn is all there is to read. */
export function hasTexSource(element: Element): boolean {
  return texScriptOf(element) !== null || find(element, 'math') !== null;
}

/** The formula as its author wrote it, else from the MathML that is put beside it for screen readers; or ''. */
export function drawnMathMarkdown(element: Element): string {
  const isBlock =
    attribute(element, 'display') === 'true' ||
    /display/i.test(namesOf(element)) ||
    Element.prototype.closest.call(element, '.katex-display') !== null;
  const script = texScriptOf(element);
  if (script) return texMarkdown(textOf(script), isBlock);
  const math = find(element, 'math');
  return math ? mathMarkdown(math, isBlock) : '';
}

/** Where MathJax 2 leaves it. */
function texScriptOf(element: Element): Element | null {
  const next = element.nextElementSibling;
  return next && tagOf(next) === 'script' && attribute(next, 'type')?.startsWith('math/tex') ? next : null;
}
