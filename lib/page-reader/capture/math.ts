import { oneLine } from '../dom/clean-text.ts';
import { attribute, childrenOf, find, isRendered, tagOf, textOf } from '../dom/dom.ts';

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
