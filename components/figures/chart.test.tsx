import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { BarChart, describeSeries, LineChart, scaleTop } from './charts.tsx';

const props = {
  times: ['08:00', '09:00', '10:00', '11:00'],
  series: [{ name: 'p50', values: [100, null, 200, 50] }],
  limits: [150],
  format: (value: number) => `${value} ms`,
};

describe('a scale', () => {
  test.each([
    [0, 1],
    [0.3, 0.5],
    [1, 1],
    [7, 10],
    [10, 10],
    [11, 20],
    [2_001, 5_000],
  ])('for up to %d ends at %d', (largest, top) => {
    expect(scaleTop(largest)).toBeCloseTo(top);
  });

  test('of a share ends at 1', () => {
    expect(scaleTop(0.97, 1)).toBe(1);
  });
});

describe('a chart describes its content', () => {
  test('in a sentence for screen readers', () => {
    expect(describeSeries(props.series, props.format)).toBe('p50: between 50 ms and 200 ms, last 50 ms.');
    expect(describeSeries([{ name: 'p95', values: [null] }], props.format)).toBe('p95: nothing measured.');
  });

  test('in a table with every value, and a dash for missing ones', () => {
    const html = renderToStaticMarkup(<LineChart {...props} />);
    const rows = [...html.matchAll(/<th scope="row">(.*?)<\/th><td>(.*?)<\/td>/g)].map((row) => row.slice(1));
    expect(rows).toEqual([
      ['08:00', '100 ms'],
      ['09:00', '–'],
      ['10:00', '200 ms'],
      ['11:00', '50 ms'],
    ]);
  });
});

test('a limit is a line at its height, in the legend and within the scale', () => {
  const html = renderToStaticMarkup(<LineChart {...props} limits={[500]} />);
  expect(html).toContain('class="chart-limit" d="M0 0H100"');
  expect(html).toMatch(/chart-key limit.*Limit<\/li>/);
});

describe('bars', () => {
  const bars = (values: (number | null)[]) =>
    [
      ...renderToStaticMarkup(<BarChart {...props} series={[{ name: 's', values }]} />).matchAll(
        /<rect[^>]* y="([\d.]+)"[^>]* height="([\d.]+)"/g,
      ),
    ].map((bar) => Number(bar[2]));

  test('are as tall as their value', () => {
    expect(bars([200, 100, 50, 150])).toEqual([100, 50, 25, 75]);
  });

  test('of zero are visible, and missing values have none', () => {
    expect(bars([0, null, 200, null])).toEqual([1.5, 100]);
  });
});

describe('lines', () => {
  test('connect adjacent values, break at missing ones, and show an isolated value as a dot', () => {
    const html = renderToStaticMarkup(<LineChart {...props} limits={[]} />);
    const [line, dots] = [...html.matchAll(/<path(?: class="chart-dots")? d="(M12\.5[^"]*)"/g)].map((path) => path[1]);
    expect(line).toBe('M12.5 50M62.5 0L87.5 75');
    expect(dots).toBe('M12.5 50h0M62.5 0h0M87.5 75h0');
  });
});
