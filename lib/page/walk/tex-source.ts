import { attribute, find, namesOf, tagOf, textOf } from '../dom.ts';
import { mathMarkdown, texMarkdown } from './math.ts';

/** Does a drawn formula say what it was drawn from? Without, what is drawn is all there is to read. */
export function hasTexSource(element: Element): boolean {
  return texScriptOf(element) !== null || find(element, 'math') !== null || texAroundOf(element) !== '';
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
  return math ? mathMarkdown(math, isBlock) : texMarkdown(texAroundOf(element), isBlock);
}

/** Where MathJax 2 leaves it. */
function texScriptOf(element: Element): Element | null {
  const next = element.nextElementSibling;
  return next && tagOf(next) === 'script' && attribute(next, 'type')?.startsWith('math/tex') ? next : null;
}

/**
 * The TeX that an element around the formula and nothing else has been given, as Gemini does; or ''. An attribute is not seen:
 * it counts only where all of its letters and digits that are no commands are drawn, as often.
 */
function texAroundOf(element: Element): string {
  const holder = Element.prototype.closest.call(element, '[data-math], [data-tex], [data-latex]');
  const drawn = textOf(element).trim();
  if (holder === null || textOf(holder).trim() !== drawn) return '';
  const tex = ['data-math', 'data-tex', 'data-latex'].map((name) => attribute(holder, name)).find(Boolean) ?? '';
  return isDrawn(tex, drawn) ? tex : '';
}

function isDrawn(tex: string, drawn: string): boolean {
  const left = [...drawn];
  const written = tex.replace(/\\(?:begin|end)\{\w+\*?\}|\\[a-z]+/gi, '').match(/[a-z\d]/gi) ?? [];
  return written.every((character) => {
    const place = left.indexOf(character);
    if (place >= 0) left.splice(place, 1);
    return place >= 0;
  });
}
