import { attribute, tagOf } from '../dom/dom.ts';

const containers = /^(?:table|grid|treegrid|list|listbox|feed|tree)$/;

/**
 * Lists of thousands of rows keep only those in the page that are being looked at, and say how many there are (ARIA,
 * `aria-rowcount` and `aria-setsize`). A remark about those that are missing, or ''.
 */
export function missingRows(list: Element): string {
  const isTable = tagOf(list) === 'table';
  if (!isTable && !containers.test(attribute(list, 'role') ?? '')) return '';
  const rows = Element.prototype.querySelectorAll.call(list, isTable ? 'tr' : '[role=row]');
  const items = rows.length > 0 ? rows : Element.prototype.querySelectorAll.call(list, '[aria-setsize]');
  const [first] = items;
  if (!first) return '';
  const total = Number(attribute(list, 'aria-rowcount') ?? attribute(first, 'aria-setsize') ?? 0);
  if (total === -1) return `(${items.length} rows are in the page now; more come with scrolling.)`;
  if (!(total > items.length)) return '';
  const count = (value: number) => value.toLocaleString('en-US');
  return `(${count(items.length)} of ${count(total)} rows are in the page now; the others come with scrolling.)`;
}
