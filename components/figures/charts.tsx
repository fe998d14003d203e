import './chart.css';
import type { ReactNode } from 'react';
import { formatNumber, t } from '../../lib/i18n/index.ts';

type ChartProps = {
  /** When each value was measured, as text. */
  times: readonly string[];
  series: readonly Series[];
  /** Limits of the metric, drawn as lines. */
  limits: readonly number[];
  format: (value: number) => string;
  /** The maximum of the scale. */
  most?: number;
};

/** The common parts of charts: scale, times, legend, and the values as a table. `draw` fills a 100 by 100 plot. */
function ChartFrame({ times, series, limits, format, most, draw }: ChartProps & { draw: Draw }) {
  const values = series.flatMap((each) => each.values.filter((value) => value !== null));
  const top = scaleTop(Math.max(0, ...values, ...limits), most);
  return (
    <div className="chart">
      {(series.length > 1 || limits.length > 0) && (
        <ul className="chart-legend">
          {series.length > 1 &&
            series.map(({ name }, index) => <LegendItem key={name} kind={`s${index}`} name={name} />)}
          {limits.length > 0 && <LegendItem kind="limit" name={t(limits.length > 1 ? 'limits' : 'limit')} />}
        </ul>
      )}
      <div className="chart-plot">
        <div className="chart-scale" aria-hidden>
          <span>{format(top)}</span>
          <span>{formatNumber(0)}</span>
        </div>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label={describeSeries(series, format)}>
          <path className="chart-grid" d="M0 0H100M0 50H100M0 100H100" />
          {draw(top)}
          {limits.map((value) => (
            <path key={value} className="chart-limit" d={`M0 ${toPlotY(value, top)}H100`} />
          ))}
        </svg>
        <div className="chart-times" aria-hidden>
          <span>{times[0]}</span>
          <span>{times[Math.floor(times.length / 2)]}</span>
          <span>{t('now')}</span>
        </div>
      </div>
      <ChartTable times={times} series={series} format={format} />
    </div>
  );
}

type Draw = (top: number) => ReactNode;

/** Returns the distance of a value from the upper edge of the plot. */
function toPlotY(value: number, top: number): number {
  return 100 - (Math.min(value, top) / top) * 100;
}

function LegendItem({ kind, name }: { kind: string; name: string }) {
  return (
    <li>
      <svg viewBox="0 0 20 8" className={`chart-key ${kind}`} aria-hidden="true">
        <path d="M1 4H19" />
      </svg>
      {name}
    </li>
  );
}

function ChartTable({ times, series, format }: Pick<ChartProps, 'times' | 'series' | 'format'>) {
  return (
    <details className="chart-table">
      <summary>{t('asTable')}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('fromTime')}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times.map((time, index) => (
            <tr key={time}>
              <th scope="row">{time}</th>
              {series.map(({ name, values }) => (
                <td key={name}>{formatOr(values[index], format)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function formatOr(value: number | null | undefined, format: (value: number) => string): string {
  return value === null || value === undefined ? '–' : format(value);
}

/** One line or row of bars. Missing values are null. */
type Series = { name: string; values: readonly (number | null)[] };

/**
 * Returns the maximum of a scale from 0: the smallest of 1, 2, 5, 10, 20, 50 … that is at least `largest`, or 1 without
 * values. `most` limits it (a share ends at 1).
 */
export function scaleTop(largest: number, most = Number.POSITIVE_INFINITY): number {
  if (largest <= 0) return Math.min(1, most);
  const power = 10 ** Math.floor(Math.log10(largest));
  const step = [1, 2, 5, 10].find((each) => each * power >= largest) ?? 10;
  return Math.min(step * power, most);
}

/** Describes a chart in a sentence for screen readers. */
export function describeSeries(series: readonly Series[], format: (value: number) => string): string {
  const sentences = series.map(({ name, values }) => {
    const numbers = values.filter((value) => value !== null);
    const last = numbers.at(-1);
    if (last === undefined) return t('seriesNothing', { name });
    const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
    return t('seriesRange', { name, low: format(low), high: format(high), last: format(last) });
  });
  return sentences.join(' ');
}

/** Lines over time. Adjacent measurements are connected. Each is also a dot, so that an isolated one is visible. */
export function LineChart(props: ChartProps) {
  const step = 100 / props.times.length;
  const at = (index: number, value: number, top: number) => `${(index + 0.5) * step} ${toPlotY(value, top)}`;
  return (
    <ChartFrame
      {...props}
      draw={(top) =>
        props.series.map(({ name, values }, index) => (
          <g key={name} className={`chart-line s${index}`}>
            <path d={linesThrough(values, (slot, value) => at(slot, value, top))} />
            <path className="chart-dots" d={dotsAt(values, (slot, value) => at(slot, value, top))} />
          </g>
        ))
      }
    />
  );
}

type Values = readonly (number | null)[];
type Place = (slot: number, value: number) => string;

function linesThrough(values: Values, place: Place): string {
  return values
    .map((value, slot) =>
      value === null ? '' : `${(values[slot - 1] ?? null) === null ? 'M' : 'L'}${place(slot, value)}`,
    )
    .join('');
}

/** Draws dots as lines of zero length with round caps, because circles would be stretched with the plot. */
function dotsAt(values: Values, place: Place): string {
  return values.map((value, slot) => (value === null ? '' : `M${place(slot, value)}h0`)).join('');
}

/** Bars over time for one series. A measured zero is a line at the bottom, and a missing value is a gap. */
export function BarChart(props: ChartProps) {
  const values = props.series[0]?.values ?? [];
  const width = 100 / values.length;
  return (
    <ChartFrame
      {...props}
      draw={(top) =>
        values.map((value, index) => {
          if (value === null) return null;
          const y = Math.min(toPlotY(value, top), 98.5);
          return (
            <rect
              key={props.times[index]}
              className="chart-bar"
              x={index * width + width * 0.14}
              y={y}
              width={width * 0.72}
              height={100 - y}
            >
              <title>{`${props.times[index]}: ${props.format(value)}`}</title>
            </rect>
          );
        })
      }
    />
  );
}
