import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DataTable, ShareBar } from '../figures/figures.tsx';
import { LimitCard, type LimitFigure } from './limit-card.tsx';

const text = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

test.each<[LimitFigure['state'], string | null, string]>([
  ['unmeasured', null, '– Not measured'],
  ['within', '99%', '99% Within its limit'],
  ['outside', '90%', '90% Outside its limit'],
])('a card marks a metric that is %s in text', (state, value, words) => {
  const figure: LimitFigure = { label: 'Of all calls', value, limit: 'Limit: at least 95%', state };
  const html = renderToStaticMarkup(
    <LimitCard title="Detection rate" name="detection_rate" description="" figures={[figure]}>
      {null}
    </LimitCard>,
  );
  expect(text(html)).toContain(`Of all calls ${words} Limit: at least 95%`);
  expect(html).toContain(`data-state="${state}"`);
});

test('a cell outside its limit is marked by more than colour', () => {
  const rows = [
    {
      key: 'm',
      name: 'm',
      cells: [
        { text: '90%', isOutside: true },
        { text: '1', isOutside: false },
      ],
    },
  ];
  const html = renderToStaticMarkup(<DataTable caption="By model" columns={['Model', 'A', 'B']} rows={rows} />);
  expect(text(html)).toContain('m outside its limit: 90% ! 1');
});

test('shares are shown in numbers, and not rounded up to 100%', () => {
  const shares = [
    { name: 'At once', count: 1_999 },
    { name: 'Failed', count: 1 },
  ];
  const html = renderToStaticMarkup(<ShareBar label="" shares={shares} />);
  expect(text(html)).toContain('(99.9%)');
  expect(html).toContain('width="1999"');
  expect(renderToStaticMarkup(<ShareBar label="" shares={[{ name: 'Failed', count: 0 }]} />)).not.toContain('NaN');
});
