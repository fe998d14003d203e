import type { Traits } from './traits.ts';

/** How an element is placed among its neighbours: inline, inline with space around it, or on its own lines. */
export type Flow = 'line' | 'spaced' | 'block';

const blockTags = new Set(
  (
    'address article aside body center details dialog div dl fieldset figcaption figure footer form frameset header ' +
    'hgroup html iframe legend main nav optgroup p search section summary table tbody tfoot thead tr'
  ).split(' '),
);

/**
 * Determines the flow from the computed style, or from the tag if there is no style. `inRow`: the parent is a flex row, in which
 * browsers compute every child as a block although they form one line.
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

/** Words separated only by padding or margin, such as badges, must not run together; single letters must. */
function inlineBoxFlow(display: string, style: CSSStyleDeclaration): Flow {
  if (display === 'table-cell') return 'spaced';
  if (!display.startsWith('inline-')) return 'line';
  const around = [style.marginLeft, style.marginRight, style.paddingLeft, style.paddingRight];
  return around.some((length) => Number.parseFloat(length) > 1) ? 'spaced' : 'line';
}
