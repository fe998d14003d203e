import type { Traits } from './traits.ts';

/** How an element sits among its neighbours: in the line, in the line with space around it, or on lines of its own. */
export type Flow = 'line' | 'spaced' | 'block';

const blockTags = new Set(
  (
    'address article aside body center details dialog div dl fieldset figcaption figure footer form frameset header ' +
    'hgroup html iframe legend main nav optgroup p search section summary table tbody tfoot thead tr'
  ).split(' '),
);

/**
 * Reads the computed style, and the tag where there is none. `inRow` says that the parent lays its children out in a
 * flex row: there the browser calls every child a block, but a date, an author and a label still are one line.
 */
export function flowOf({ tag, display, style }: Traits, inRow: boolean): Flow {
  if (display === 'contents') return 'line';
  if (blockTags.has(tag)) return display.startsWith('inline') ? inlineBoxFlow(display, style) : 'block';
  if (inRow) return 'spaced';
  if (display === 'inline') return 'line';
  if (display === '' || /^(?:inline|ruby|none|table-(?:cell|column))/.test(display) || style.cssFloat === 'left') {
    return inlineBoxFlow(display, style);
  }
  return 'block';
}

/** Words set apart by padding or margin only, as badges are, must not run together; split letters must. */
function inlineBoxFlow(display: string, style: CSSStyleDeclaration): Flow {
  if (display === 'table-cell') return 'spaced';
  if (!display.startsWith('inline-')) return 'line';
  const around = [style.marginLeft, style.marginRight, style.paddingLeft, style.paddingRight];
  return around.some((length) => Number.parseFloat(length) > 1) ? 'spaced' : 'line';
}
