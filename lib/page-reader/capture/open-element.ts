import type { TableRow } from '../document/table-grid.ts';
import { languageOf } from '../dom/code-language.ts';
import { attribute, parentOf, tagOf } from '../dom/dom.ts';
import { noCounts } from '../dom/region.ts';
import type { CaptureRecorder } from './capture-recorder.ts';
import type { ContainerRole } from './element-role.ts';
import { linkUrl } from './link-url.ts';

/** Tells the writer that an element of the page at `address` begins; the returned function tells it that the element ends. */
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
      writer.open({ type: 'list', ordered: role.ordered, next: role.start });
      return closeFrame;
    case 'item': {
      const value = Number.parseInt(attribute(element, 'value') ?? '', 10);
      writer.openItem(Number.isNaN(value) ? null : value);
      return closeFrame;
    }
    case 'code':
      writer.open({ type: 'code', language: languageOf(element), text: '' });
      return closeFrame;
    case 'table':
      writer.open({ type: 'table', rows: [], caption: '', counts: noCounts() });
      return closeFrame;
    case 'row':
      writer.openRow(sectionOf(element));
      return () => writer.flush();
    case 'cell':
      writer.open({
        type: 'cell',
        cell: { header: role.header, colspan: span(element, 'colspan'), rowspan: span(element, 'rowspan') },
      });
      return closeFrame;
    default:
      return role satisfies never;
  }
}

function sectionOf(row: Element): TableRow['section'] {
  const parent = parentOf(row);
  const tag = parent ? tagOf(parent) : '';
  return tag === 'thead' ? 'head' : tag === 'tfoot' ? 'foot' : 'body';
}

function span(cell: Element, name: 'colspan' | 'rowspan'): number {
  const count = Number.parseInt(attribute(cell, name) ?? attribute(cell, `aria-${name}`) ?? '1', 10);
  // rowspan=0 extends to the end of the section.
  if (count === 0 && name === 'rowspan') return Number.MAX_SAFE_INTEGER;
  return count > 0 ? count : 1;
}
