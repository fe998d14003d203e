import { oneLine } from '../../text/index.ts';
import { attribute, getTagName } from '../dom/dom.ts';

/** A PDF that a page embeds. `url`: as written. `name`: its title, or its file name. */
type EmbeddedPdf = { url: string; name: string };

const MAX_NAME = 200;

/**
 * The PDF that an element shows, or null. The browser renders it in a separate document, which cannot be read, so it
 * becomes a link that `read_pdf` can follow. `isKnownPdf`: the caller knows that it is a PDF, regardless of its type
 * and address.
 */
export function embeddedPdf(element: Element, isKnownPdf = false): EmbeddedPdf | null {
  const url = attribute(element, getTagName(element) === 'object' ? 'data' : 'src')?.trim() ?? '';
  const path = url.replace(/[?#].*$/s, '');
  if (!isKnownPdf && attribute(element, 'type') !== 'application/pdf' && !/\.pdf$/i.test(path)) return null;
  const name = attribute(element, 'title') || attribute(element, 'aria-label') || path.replace(/^.*\//s, '');
  return { url, name: oneLine(name, MAX_NAME) || 'PDF' };
}
