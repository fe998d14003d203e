import { attribute, find, namesOf, tagOf, textOf } from './dom.ts';
import { mathMarkdown, texMarkdown } from './math.ts';

/** What KaTeX and MathJax 2 to 4 put around a formula they have drawn. */
const drawn = /(?:^|\s)(?:katex|MathJax(?:_Display|_SVG|_CHTML|_SVG_Display)?|mjx-chtml|MJXc-display)(?:\s|$)/;

/** Has a script drawn a formula here, out of many small boxes? */
export function isDrawnMath(tag: string, classNames: string): boolean {
  return tag === 'mjx-container' || (classNames !== '' && tag !== 'script' && drawn.test(classNames));
}

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
