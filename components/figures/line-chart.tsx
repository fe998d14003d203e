import { ChartFrame, type ChartProps, heightOf } from './chart-frame.tsx';

/** Lines over time. Adjacent measurements are connected; each is also a dot, so that an isolated one is visible. */
export function LineChart(props: ChartProps) {
  const step = 100 / props.times.length;
  const at = (index: number, value: number, top: number) => `${(index + 0.5) * step} ${heightOf(value, top)}`;
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

/** Dots are lines of zero length with round caps, since circles would be stretched with the plot. */
function dotsAt(values: Values, place: Place): string {
  return values.map((value, slot) => (value === null ? '' : `M${place(slot, value)}h0`)).join('');
}
