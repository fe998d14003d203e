import { attribute, find, namesOf, tagOf, textOf } from '../dom.ts';
import { mathMarkdown, texMarkdown } from './math.ts';

/** The formula as its author wrote it, else from the MathML that is put beside it for screen readers; or ''. */
export function drawnMathMarkdown(element: Element): string {
  const isBlock =
    attribute(element, 'display') === 'true' ||
    /display/i.test(namesOf(element)) ||
    Element.prototype.closest.call(element, '.katex-display') !== null;
  const script = element.nextElementSibling;
  if (script && tagOf(script) === 'script' && attribute(script, 'type')?.startsWith('math/tex')) {
    return texMarkdown(textOf(script), isBlock);
  }
  const math = find(element, 'math');
  return math ? mathMarkdown(math, isBlock) : '';
}
