import type { TableRow } from '../document/table-grid.ts';
import { attribute, getParent, getTagName, getTextContent } from '../dom/dom.ts';
import { type Field, fieldMarkdown } from '../dom/form-field.ts';
import { noCounts } from '../dom/region.ts';
import { detectCodeLanguage } from '../dom/source-text.ts';
import type { CaptureRecorder } from './capture-recorder.ts';
import type { ContainerRole, LeafType } from './element-role.ts';
import { embeddedPdf } from './embedded-pdf.ts';
import { drawnMathMarkdown, mathMarkdown } from './math.ts';
import { canvasNote, formulaInPicture, readPicture, svgText, svgTitle } from './picture.ts';

/** Notifies the writer that an element of the page at `address` begins. Call the returned function when it ends. */
export function openElement(
  element: Element,
  role: ContainerRole,
  writer: CaptureRecorder,
  address: string,
): () => void {
  const closeFrame = () => writer.close();
  switch (role.type) {
    case 'text':
    case 'link': {
      const mark = role.type === 'link' ? ({ type: 'link', url: linkUrl(element, address) } as const) : role.mark;
      const separate = () =>
        role.flow === 'block' ? writer.flush() : role.flow === 'spaced' ? writer.space() : undefined;
      separate();
      if (mark) writer.openMark(mark);
      return () => {
        if (role.flow === 'block') writer.flush();
        if (mark) writer.closeMark();
        separate();
      };
    }
    case 'heading':
      writer.open({ type: 'heading', level: role.level });
      return closeFrame;
    case 'quote':
    case 'term':
    case 'definition':
    case 'caption':
      writer.open({ type: role.type });
      return closeFrame;
    case 'list':
      writer.open({ type: 'list', numbering: role.numbering, next: role.start, step: role.step });
      return closeFrame;
    case 'item': {
      const value = Number.parseInt(attribute(element, 'value') ?? '', 10);
      writer.openItem(Number.isNaN(value) ? null : value);
      return closeFrame;
    }
    case 'code':
      writer.open({ type: 'code', language: detectCodeLanguage(element), text: '' });
      return closeFrame;
    case 'table':
      writer.open({ type: 'table', rows: [], caption: '', counts: noCounts() });
      return closeFrame;
    case 'row':
      writer.openRow(determineSection(element));
      return () => writer.flush();
    case 'cell':
      if (role.startsRow) writer.openRow('body');
      for (let count = role.emptyBefore ?? 0; count > 0; count -= 1) {
        writer.open({ type: 'cell', cell: { header: role.header, colspan: 1, rowspan: 1 } });
        writer.close();
      }
      writer.open({
        type: 'cell',
        cell: { header: role.header, colspan: span(element, 'colspan'), rowspan: span(element, 'rowspan') },
      });
      return closeFrame;
    default:
      return role satisfies never;
  }
}

function determineSection(row: Element): TableRow['section'] {
  const parent = getParent(row);
  const tag = parent ? getTagName(parent) : '';
  // A header further down begins a group of rows.
  const isFirst = tag !== 'thead' || !/^(?:tbody|tr)$/.test(parent?.previousElementSibling?.localName ?? '');
  return tag === 'thead' && isFirst ? 'head' : tag === 'tfoot' ? 'foot' : 'body';
}

function span(cell: Element, name: 'colspan' | 'rowspan'): number {
  const count = Number.parseInt(attribute(cell, name) ?? attribute(cell, `aria-${name}`) ?? '1', 10);
  // rowspan=0 extends to the end of the section.
  if (count === 0 && name === 'rowspan') return Number.MAX_SAFE_INTEGER;
  return count > 0 ? count : 1;
}

/** `address`: of the page. `isKnownPdf`: the element shows a PDF, regardless of its type and address. */
type LeafContext = {
  window: Window & typeof globalThis;
  address: string;
  inCell: boolean;
  isKnownPdf?: boolean;
  writer: CaptureRecorder;
};

/** Writes an element that is read as a unit. */
export function writeLeaf(leaf: LeafType, element: Element, context: LeafContext): void {
  const { window, address, inCell, isKnownPdf, writer } = context;
  switch (leaf) {
    case 'image': {
      const formula = formulaInPicture(element);
      const picture = formula === '' ? readPicture(element) : null;
      writer.insert(formula);
      if (picture) writer.picture(picture);
      return;
    }
    case 'drawing': {
      const title = svgTitle(element, inCell && getTextContent(getParent(element) ?? element).trim() === '');
      if (title !== '') writer.picture({ alt: title, url: null });
      writer.insertApart(svgText(element, window));
      return;
    }
    case 'canvas': {
      const markdown = canvasNote(element);
      if (markdown !== '') writer.place({ markdown, kind: 'note' });
      return;
    }
    case 'field':
      writer.insertApart(fieldMarkdown(element as Field));
      return;
    case 'math':
      writer.insert(mathMarkdown(element));
      return;
    case 'drawn-math':
      writer.insert(drawnMathMarkdown(element));
      return;
    case 'pdf': {
      const pdf = pdfLink(element, address, isKnownPdf);
      if (pdf === null) return;
      writer.flush();
      writer.openMark({ type: 'link', url: pdf.url });
      writer.text(pdf.name, false);
      writer.closeMark();
      writer.flush();
      return;
    }
    default:
      leaf satisfies never;
  }
}

/** The link that replaces an element that shows a PDF, or null. */
export function pdfLink(element: Element, pageUrl: string, isKnownPdf = false): { url: string; name: string } | null {
  const pdf = embeddedPdf(element, isKnownPdf);
  const url = pdf && linkUrl(element, pageUrl, pdf.url);
  return url ? { url, name: pdf.name } : null;
}

const TRACKING = /^(?:utm_\w+|gclid|fbclid|msclkid|dclid|mc_[ce]id|igshid|yclid|_hsenc|_hsmi|ref_src)$/i;
const TRACKED = /[?&](?:utm_|gclid|fbclid|msclkid|dclid|mc_|igshid|yclid|_hs|ref_src)/i;
/** Longer addresses encode state and are not useful to quote or visit. */
const MAX_LENGTH = 1000;
const NOT_IN_LINK = /[<>\s|()]/;

/**
 * The absolute address of a link, or null if the link should have none: a script, data, the top of the same page.
 * Removes tracking parameters, and encodes characters that would end a Markdown link. `written`: the address as the
 * element has it.
 */
export function linkUrl(link: Element, pageUrl: string, written = attribute(link, 'href')): string | null {
  const href = written?.trim();
  if (!href || href === '#') return null;
  const url = absolute(link, href, pageUrl);
  if (!url || !/^(?:https?|mailto|tel|ftp):/.test(url)) return null;
  if (withoutEmptyHash(url) === withoutHash(pageUrl)) return null;
  const clean = TRACKED.test(url) ? withoutTracking(url) : url;
  if (clean.length > MAX_LENGTH) return null;
  if (!NOT_IN_LINK.test(clean)) return clean;
  return clean
    .replace(/[<>\s|]/g, encodeURIComponent)
    .replace(/\(/g, '%28')
    .replace(/\)/g, '%29');
}

/** A path that a browser would not change when resolving it: no dot segments, no spaces, no port. */
const PLAIN_PATH = /^\/(?:[\w-]+\/)*[\w-]*$/;
const PLAIN_ADDRESS =
  /^https?:\/\/[a-z][a-z\d-]*(?:\.[a-z\d-]+)*\.[a-z]+\/(?:[\w~-][\w.~-]*\/)*(?:[\w~-][\w.~-]*)?(?:\?[\w.~%&=+/;:-]*)?(?:#[\w.~%&=+/;:-]*)?$/;
/** A place on the same page, with nothing that a browser would encode. */
const PLAIN_FRAGMENT = /^#[\w.~-]+$/;
const ORIGIN_PATTERN = /^https?:\/\/[^/?#@]+(?=\/)/;

/** Browsers have already resolved HTML links. An address they cannot resolve is returned as written. */
function absolute(link: Element, href: string, pageUrl: string): string | null {
  // Resolving with `URL` takes ten times as long, and most links match these patterns.
  if (PLAIN_ADDRESS.test(href)) return href;
  if (PLAIN_FRAGMENT.test(href)) return withoutHash(link.baseURI) + href;
  const origin = PLAIN_PATH.test(href) ? ORIGIN_PATTERN.exec(link.baseURI)?.[0] : undefined;
  if (origin !== undefined) return origin + href;
  const resolved: unknown = (link as HTMLAnchorElement).href;
  if (typeof resolved === 'string' && /^[a-z][a-z\d+.-]*:/i.test(resolved)) {
    return resolved !== href || URL.canParse(resolved) ? resolved : null;
  }
  try {
    return new URL(href, link.baseURI || pageUrl).href;
  } catch {
    return null;
  }
}

/** Parsed without `searchParams`, which Firefox cannot iterate in a content script. */
function withoutTracking(url: string): string {
  const [, start = '', query = '', hash = ''] = /^([^?#]*)\??([^#]*)(.*)$/s.exec(url) ?? [];
  const pairs = query.split('&').filter((pair) => !TRACKING.test(pair.split('=', 1)[0] ?? ''));
  return start + (pairs.length > 0 ? `?${pairs.join('&')}` : '') + hash;
}

function withoutEmptyHash(url: string): string {
  return url.endsWith('#') ? url.slice(0, -1) : url;
}

function withoutHash(url: string): string {
  return url.split('#', 1)[0] ?? '';
}
