import { ChartFrame, type ChartProps, heightOf } from './chart-frame.tsx';

/** Bars over time, one series. A measured zero is a line at the bottom; a missing value is a gap. */
export function BarChart(props: ChartProps) {
  const values = props.series[0]?.values ?? [];
  const width = 100 / values.length;
  return (
    <ChartFrame
      {...props}
      draw={(top) =>
        values.map((value, index) => {
          if (value === null) return null;
          const y = Math.min(heightOf(value, top), 98.5);
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
