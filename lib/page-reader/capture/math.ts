import { oneLine } from '../../text/index.ts';
import {
  attribute,
  find,
  getChildren,
  getParent,
  getTagName,
  getTextContent,
  isRendered,
  readIdAndClasses,
} from '../dom/dom.ts';

/** Maximum nesting of a formula. Formulas that people write are not deeper. */
const MAX_DEPTH = 40;
const MAX_TEX_LENGTH = 2000;
const UNSEEN = new Set(['annotation', 'annotation-xml', 'mphantom', 'none', 'mprescripts', 'mspace']);
const FUNCTIONS = /^(?:sin|cos|tan|cot|log|ln|exp|lim|max|min|sup|inf|det|dim|gcd|deg|arg|mod)$/;

/**
 * A MathML formula as TeX between dollar signs, or ''. Uses the author's TeX if it is included (as by KaTeX, MathJax,
 * LaTeXML and MediaWiki); otherwise it is generated from the elements, without hidden ones.
 */
export function mathMarkdown(math: Element, isBlock = attribute(math, 'display') === 'block'): string {
  const source = find(math, 'annotation[encoding="application/x-tex"]');
  const tex = source ? getTextContent(source) : (attribute(math, 'alttext') ?? '');
  return texMarkdown(tex, isBlock) || texMarkdown(toTex(math, 0), isBlock);
}

/** TeX between dollar signs, or ''. */
export function texMarkdown(tex: string, isBlock: boolean): string {
  const line = oneLine(tex.replace(/^\s*\{\\displaystyle(.*)\}\s*$/s, '$1'), MAX_TEX_LENGTH).replace(/(?<!\\)\$/g, '');
  if (line === '') return '';
  return isBlock ? `$$${line}$$` : `$${line}$`;
}

function toTex(element: Element, depth: number): string {
  const tag = getTagName(element);
  // Parts of a formula are too small to be measured individually.
  if (depth > MAX_DEPTH || UNSEEN.has(tag) || !isRendered(element)) return '';
  const children = [...getChildren(element)];
  const part = (index: number) => {
    const child = children[index];
    return child ? toTex(child, depth + 1) : '';
  };
  const all = () => children.map((child) => toTex(child, depth + 1)).join(' ');
  switch (tag) {
    case 'semantics':
      return part(0);
    case 'mi':
    case 'mn':
    case 'mo':
      return children.length > 0 ? all() : symbol(oneLine(getTextContent(element)));
    case 'mtext':
    case 'ms':
      return `\\text{${oneLine(getTextContent(element))}}`;
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
      return `\\begin{matrix} ${children.map((row) => toTex(row, depth + 1)).join(' \\\\ ')} \\end{matrix}`;
    case 'mtr':
      return children.map((cell) => toTex(cell, depth + 1)).join(' & ');
    default:
      return children.length > 0 ? all() : '';
  }
}

function symbol(text: string): string {
  if (FUNCTIONS.test(text)) return `\\${text}`;
  return /^\p{L}{2,}$/u.test(text) ? `\\mathrm{${text}}` : text.replace(/[{}%#&$_]/g, '\\$&');
}

function group(tex: string): string {
  return tex.length === 1 ? tex : `{${tex}}`;
}

/** Whether a rendered formula includes its source. Otherwise only the rendered text can be read. */
export function hasTexSource(element: Element): boolean {
  return findTexScript(element) !== null || find(element, 'math') !== null || findSurroundingTex(element) !== '';
}

/**
 * The formula as its author wrote it, or else from the MathML that is included for screen readers; '' if neither
 * exists.
 */
export function drawnMathMarkdown(element: Element): string {
  const isBlock =
    attribute(element, 'display') === 'true' ||
    /display/i.test(readIdAndClasses(element)) ||
    Element.prototype.closest.call(element, '.katex-display') !== null;
  const script = findTexScript(element);
  if (script) return texMarkdown(getTextContent(script), isBlock);
  const math = find(element, 'math');
  return math ? mathMarkdown(math, isBlock) : texMarkdown(findSurroundingTex(element), isBlock);
}

/** The script in which MathJax 2 keeps the source. */
function findTexScript(element: Element): Element | null {
  const next = element.nextElementSibling;
  return next && getTagName(next) === 'script' && attribute(next, 'type')?.startsWith('math/tex') ? next : null;
}

const TEX_ATTRIBUTES = ['data-math', 'data-tex', 'data-latex'];

/**
 * The TeX in an attribute of an element that contains only the formula, as in Gemini; or ''. An attribute is not
 * visible, so it only counts if each of its letters and digits outside commands occurs equally often in the rendered
 * formula.
 */
function findSurroundingTex(element: Element): string {
  const renderedText = getTextContent(element).trim();
  for (let around: Element | null = element; around; around = findWrapper(around, renderedText)) {
    for (const name of TEX_ATTRIBUTES) {
      const tex = attribute(around, name);
      if (tex) return isSpelledBy(renderedText, tex) ? tex : '';
    }
  }
  return '';
}

/**
 * The parent, if it contains nothing else. Elements are counted first, so as not to read the text of a whole article
 * for each formula.
 */
function findWrapper(element: Element, text: string): Element | null {
  const parent = getParent(element);
  return parent && getChildren(parent).length === 1 && getTextContent(parent).trim() === text ? parent : null;
}

function isSpelledBy(renderedText: string, tex: string): boolean {
  const characterCounts = new Map<string, number>();
  for (const character of renderedText) characterCounts.set(character, (characterCounts.get(character) ?? 0) + 1);
  const letters = tex.replace(/\\(?:begin|end)\{\w+\*?\}|\\[a-z]+/gi, '').match(/[\p{L}\p{N}]/gu) ?? [];
  return letters.every((letter) => {
    const count = characterCounts.get(letter) ?? 0;
    characterCounts.set(letter, count - 1);
    return count > 0;
  });
}
