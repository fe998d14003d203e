import { expect, test } from 'vitest';
import { LINEAR_GROWTH, timeGrowth } from '../../testing/time-growth.ts';
import type { PlacedBlock, Region } from '../dom/region.ts';
import { chooseContent } from './main-content.ts';

const said = 'The lamp is lit at dusk by the keeper, who enters the hour and the weather into the book of the pier. ';

function box(parent: Region | null, tag: string): Region {
  const depth = parent === null ? 0 : parent.depth + 1;
  return { parent, depth, tag, role: null, names: ' ', state: null, opens: false, isSection: false };
}

function block(markdown: string, region: Region, more: Partial<PlacedBlock> = {}): PlacedBlock {
  const counts = { text: markdown.length, link: 0, control: 0, controls: 0 };
  return { markdown, kind: 'paragraph', headingLevel: null, region, counts, ...more };
}

const heading = (markdown: string, region: Region) => block(markdown, region, { kind: 'heading', headingLevel: 2 });

/** The repeated part of a long page, below a text. */
const parts: Record<string, (main: Region) => PlacedBlock[]> = {
  'labels above lists': (main) => [
    block('Label:', main),
    block('- One', box(main, 'li'), { kind: 'list' }),
    block('- Two', box(main, 'li'), { kind: 'list' }),
    block(said, box(main, 'p')),
  ],
  'headings of boilerplate': (main) => [heading('## Related articles', main), block(said, box(main, 'p'))],
  'headings above text': (main) => [heading('## Lamps', main), block(said, box(main, 'p'))],
};

test.each(Object.keys(parts))(
  'the content of a page of many %s is chosen in a time that grows with them',
  async (name) => {
    const page = (count: number) => {
      const main = box(box(null, 'body'), 'main');
      const repeated = Array.from({ length: count }, () => parts[name]?.(main) ?? []).flat();
      return [block(said.repeat(30), box(main, 'p')), block(said.repeat(30), box(main, 'p')), ...repeated];
    };
    for (const kind of [null, 'product'] as const) {
      const choose = (count: number) => chooseContent({ url: 'https://a.example/', title: 'Lamps', kind }, page(count));
      expect(await timeGrowth(choose, 4_000)).toBeLessThan(LINEAR_GROWTH);
    }
  },
);
