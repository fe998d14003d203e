import { attribute, childrenOf, find, namesOf, parentOf, tagOf, textOf } from '../dom/dom.ts';
import { mathMarkdown, texMarkdown } from './math.ts';

/** Whether a rendered formula includes its source. Otherwise only the rendered text can be read. */
export function hasTexSource(element: Element): boolean {
  return texScriptOf(element) !== null || find(element, 'math') !== null || texAroundOf(element) !== '';
}

/** The formula as its author wrote it, else from the MathML beside it for screen readers; or ''. */
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

/** The script in which MathJax 2 keeps the source. */
function texScriptOf(element: Element): Element | null {
  const next = element.nextElementSibling;
  return next && tagOf(next) === 'script' && attribute(next, 'type')?.startsWith('math/tex') ? next : null;
}

const texAttributes = ['data-math', 'data-tex', 'data-latex'];

/**
 * The TeX in an attribute of an element that contains only the formula, as in Gemini; or ''. An attribute is not visible, so it
 * only counts if all its letters and digits outside commands occur in the rendered formula as often.
 */
function texAroundOf(element: Element): string {
  const drawn = textOf(element).trim();
  for (let around: Element | null = element; around; around = wrapperOf(around, drawn)) {
    for (const name of texAttributes) {
      const tex = attribute(around, name);
      if (tex) return isSpelledBy(drawn, tex) ? tex : '';
    }
  }
  return '';
}

/**
 * The parent, if it contains nothing else. Elements are counted first, so that the text of a whole article is not read for each
 * formula.
 */
function wrapperOf(element: Element, text: string): Element | null {
  const parent = parentOf(element);
  return parent && childrenOf(parent).length === 1 && textOf(parent).trim() === text ? parent : null;
}

function isSpelledBy(drawn: string, tex: string): boolean {
  const left = new Map<string, number>();
  for (const character of drawn) left.set(character, (left.get(character) ?? 0) + 1);
  const letters = tex.replace(/\\(?:begin|end)\{\w+\*?\}|\\[a-z]+/gi, '').match(/[\p{L}\p{N}]/gu) ?? [];
  return letters.every((letter) => {
    const count = left.get(letter) ?? 0;
    left.set(letter, count - 1);
    return count > 0;
  });
}
