import { oneLine } from '../../text/index.ts';
import { attribute, getTextContent } from '../dom/dom.ts';

/** The name of a field on its page, or '' if it has none. */
export function fieldLabel(element: Element, document: Document): string {
  const label = (element as HTMLInputElement).labels?.[0];
  const own = label ? ownText(label) : '';
  const referencedLabel = textById(attribute(element, 'aria-labelledby'), document);
  const hints = ['aria-label', 'placeholder', 'title', 'name'].map((name) => attribute(element, name) ?? '');
  return oneLine([own, referencedLabel, ...hints].find((text) => text.trim() !== '') ?? '', 100).replace(
    /[:*\s]+$/,
    '',
  );
}

/** The text of a label around its field, without the field's own text. */
function ownText(label: Element): string {
  const copy = label.cloneNode(true) as Element;
  for (const inner of copy.querySelectorAll('select, textarea, button, script, style')) inner.remove();
  return copy.textContent ?? '';
}

function textById(ids: string | null, document: Document): string {
  if (!ids) return '';
  return ids
    .split(/\s+/)
    .map((id) => {
      const element = Document.prototype.getElementById.call(document, id);
      return element === null ? '' : getTextContent(element);
    })
    .join(' ')
    .trim();
}
