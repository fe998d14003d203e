import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { isRightToLeft } from '../../documents/markdown/characters.ts';

const Fragments = z.array(z.string().min(1));

/**
 * Answers as models write them, by kind, with what a person should see of each: fragments of its canonical HTML
 * (`canonicalHtml`) that must occur (`shows`) and must not (`lacks`). `source`: where the rule comes from.
 */
const Kind = z.strictObject({
  kind: z.string(),
  about: z.string(),
  source: z.string(),
  texts: z.array(z.strictObject({ text: z.string(), shows: Fragments.min(1), lacks: Fragments.optional() })),
});
export type MarkdownKind = z.infer<typeof Kind>;
export type MarkdownText = MarkdownKind['texts'][number];

export function readMarkdownTexts(): MarkdownKind[] {
  return z.array(Kind).parse(JSON.parse(readFileSync(path.join(import.meta.dirname, 'markdown-texts.json'), 'utf8')));
}

/** A formula in canonical HTML, for renderers that take a function. */
export function renderTex(tex: string): string {
  return `<math>${escapeText(tex)}</math>`;
}

/** The fragments of a text that are missing or should not be there. Empty if the text is shown right. */
export function findFlaws({ shows, lacks = [] }: MarkdownText, html: string): string[] {
  return [
    ...shows.filter((part) => !html.includes(part)).map((part) => `lacks ${part}`),
    ...lacks.filter((part) => html.includes(part)).map((part) => `has ${part}`),
  ];
}

const NAMES: Record<string, string> = { b: 'strong', i: 'em', s: 'del', h1: 'h', h2: 'h', h3: 'h', h4: 'h', h5: 'h' };
const BLOCKS = new Set('p h ul ol li table tr td th blockquote pre details summary hr'.split(' '));
/** Elements that only group others, or that differ between renderers for the same appearance. */
const GROUPS = new Set(['thead', 'tbody', 'section', 'div', 'span', 'label']);
/** Blocks that have a direction which people see. */
const DIRECTED = new Set('p h li td th table blockquote'.split(' '));

/**
 * HTML of any renderer in one notation, which only says what people see. Attributes are dropped, except the addresses
 * of links and the directions from right to left. Formulas are `<math>` with their TeX. A heading is `<h>`, a checkbox
 * is a sign, an item's first paragraph is its text, and a footnote's mark does not link.
 */
export function canonicalHtml(body: Element): string {
  return collapseSpace(writeChildren(body)).replace(/\s*(<br>)\s*/g, '$1');
}

function writeChildren(parent: Element): string {
  return [...parent.childNodes].map((node) => writeNode(node, parent)).join('');
}

function writeNode(node: ChildNode, parent: Element): string {
  if (node.nodeType === TEXT) return escapeText(node.textContent ?? '');
  if (node.nodeType !== ELEMENT) return '';
  const element = node as Element;
  const name = NAMES[element.localName] ?? element.localName;
  if (name === 'input') return `${element.hasAttribute('checked') ? '☑' : '☐'} `;
  if (name === 'br' || name === 'hr') return `<${name}>`;
  const content = name === 'pre' ? writeChildren(element).replace(/\n(?=<\/code>$|$)/, '') : writeChildren(element);
  if (name === 'a') return writeLink(element, content);
  if (name === 'sup') return `<sup>${content.replace(/^\[|\]$/g, '')}</sup>`;
  const isItemText = name === 'p' && parent.localName === 'li' && parent.firstElementChild === element;
  if (GROUPS.has(name) || isItemText) return content;
  const direction = DIRECTED.has(name) && isShownRightToLeft(element) ? ' dir="rtl"' : '';
  return `<${name}${direction}>${content}</${name}>`;
}

const ELEMENT = 1;
const TEXT = 3;

function writeLink(link: Element, content: string): string {
  const href = link.getAttribute('href') ?? '';
  const isBack = link.hasAttribute('data-footnote-backref') || link.className.includes('footnote-backref');
  if (isBack) return '';
  if (href === '' || href.startsWith('#')) return content;
  return `<a href="${escapeText(URL.parse(href)?.href ?? href)}">${content}</a>`;
}

/** The direction of the nearest element that sets one; `auto` is decided by the first letter of that element. */
function isShownRightToLeft(element: Element): boolean {
  const holder = element.closest('[dir]');
  const direction = holder?.getAttribute('dir');
  if (holder && direction === 'auto') return isRightToLeft(ownText(holder));
  return direction === 'rtl';
}

/** Text without that of elements with a direction of their own, as `dir="auto"` reads it. */
function ownText(element: Element): string {
  return [...element.childNodes]
    .map((node) => {
      if (node.nodeType !== ELEMENT) return node.textContent ?? '';
      return (node as Element).hasAttribute('dir') ? '' : ownText(node as Element);
    })
    .join('');
}

/** White space as a browser shows it: none beside blocks, one space elsewhere, all of it in code blocks. */
function collapseSpace(html: string): string {
  const edges = new RegExp(`\\s*(</?(?:${[...BLOCKS].join('|')})(?: [^>]*)?>)\\s*`, 'g');
  return html
    .split(/(<pre>[\s\S]*?<\/pre>)/)
    .map((part) => (part.startsWith('<pre>') ? part : part.replace(/\s+/g, ' ').replace(edges, '$1').trim()))
    .join('');
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
