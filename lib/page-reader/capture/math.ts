import { oneLine } from '../../text/index.ts';
import { attribute, childrenOf, find, isRendered, namesOf, parentOf, tagOf, textOf } from '../dom/dom.ts';

/** Formulas nest; people do not write deeper ones. */
const maxDepth = 40;
const maxTexLength = 2000;
const unseen = new Set(['annotation', 'annotation-xml', 'mphantom', 'none', 'mprescripts', 'mspace']);
const functions = /^(?:sin|cos|tan|cot|log|ln|exp|lim|max|min|sup|inf|det|dim|gcd|deg|arg|mod)$/;

/**
 * A MathML formula as TeX between dollar signs, or ''. Uses the author's TeX if it is included (as by KaTeX, MathJax, LaTeXML and
 * MediaWiki); otherwise it is generated from the elements, without hidden ones.
 */
export function mathMarkdown(math: Element, isBlock = attribute(math, 'display') === 'block'): string {
  const source = find(math, 'annotation[encoding="application/x-tex"]');
  const tex = source ? textOf(source) : (attribute(math, 'alttext') ?? '');
  return texMarkdown(tex, isBlock) || texMarkdown(texOf(math, 0), isBlock);
}

/** TeX between dollar signs, or ''. */
export function texMarkdown(tex: string, isBlock: boolean): string {
  const line = oneLine(tex.replace(/^\s*\{\\displaystyle(.*)\}\s*$/s, '$1'), maxTexLength).replace(/(?<!\\)\$/g, '');
  if (line === '') return '';
  return isBlock ? `$$${line}$$` : `$${line}$`;
}

function texOf(element: Element, depth: number): string {
  const tag = tagOf(element);
  // Parts of a formula are too small to be measured individually.
  if (depth > maxDepth || unseen.has(tag) || !isRendered(element)) return '';
  const children = [...childrenOf(element)];
  const part = (index: number) => {
    const child = children[index];
    return child ? texOf(child, depth + 1) : '';
  };
  const all = () => children.map((child) => texOf(child, depth + 1)).join(' ');
  switch (tag) {
    case 'semantics':
      return part(0);
    case 'mi':
    case 'mn':
    case 'mo':
      return children.length > 0 ? all() : symbol(oneLine(textOf(element)));
    case 'mtext':
    case 'ms':
      return `\\text{${oneLine(textOf(element))}}`;
    case 'mfrac':
      return `\\frac{${part(0)}}{${part(1)}}`;
    case 'msqrt':
      return `\\sqrt{${all()}}`;
    case 'mroot':
      return `\\sqrt[${part(1)}]{${part(0)}}`;
    case 'msup':
    case 'mover':
      return `${group(part(0))}^${group(part(1))}`;
    case 'msub':
    case 'munder':
      return `${group(part(0))}_${group(part(1))}`;
    case 'msubsup':
    case 'munderover':
      return `${group(part(0))}_${group(part(1))}^${group(part(2))}`;
    case 'mtable':
      return `\\begin{matrix} ${children.map((row) => texOf(row, depth + 1)).join(' \\\\ ')} \\end{matrix}`;
    case 'mtr':
      return children.map((cell) => texOf(cell, depth + 1)).join(' & ');
    default:
      return children.length > 0 ? all() : '';
  }
}

function symbol(text: string): string {
  if (functions.test(text)) return `\\${text}`;
  return /^\p{L}{2,}$/u.test(text) ? `\\mathrm{${text}}` : text.replace(/[{}%#&$_]/g, '\\$&');
}

function group(tex: string): string {
  return tex.length === 1 ? tex : `{${tex}}`;
}

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
