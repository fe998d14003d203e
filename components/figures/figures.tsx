import '../parts/card.css';
import './figure-list.css';
import './share-bar.css';
import { type ReactNode, useId } from 'react';
import { t } from '../../lib/i18n/index.ts';
import './data-table.css';

export type Figure = { label: string; value: string };

/** A titled list of metrics. `children` come first. */
export function FigureList(props: { title: string; figures: readonly Figure[]; children?: ReactNode }) {
  const id = useId();
  return (
    <section className="card figure-list" aria-labelledby={id}>
      <h3 id={id}>{props.title}</h3>
      {props.children}
      <dl>
        {props.figures.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** One part of a whole. */
type Share = { name: string; count: number };

/** The parts of a whole, as one bar with a legend that has the numbers. */
export function ShareBar({ label, shares }: { label: string; shares: readonly Share[] }) {
  const whole = shares.reduce((sum, share) => sum + share.count, 0);
  const starts = shares.map((_, index) => shares.slice(0, index).reduce((sum, share) => sum + share.count, 0));
  return (
    <div className="share-bar">
      <p>{label}</p>
      {whole > 0 && (
        <svg viewBox={`0 0 ${whole} 1`} preserveAspectRatio="none" aria-hidden="true">
          {shares.map(({ name, count }, index) => (
            <rect key={name} className={`share s${index}`} x={starts[index]} y={0} width={count} height={1} />
          ))}
        </svg>
      )}
      <ul>
        {shares.map(({ name, count }, index) => (
          <li key={name}>
            <svg viewBox="0 0 10 10" aria-hidden="true">
              <rect className={`share s${index}`} width={10} height={10} rx={2} />
            </svg>
            {whole === 0
              ? t('shareOfNothing', { name, count })
              : t('shareOf', { name, count, share: t('percent', { number: Math.floor((count / whole) * 1000) / 10 }) })}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A cell: its text, and whether it exceeds its limit. */
export type Cell = { text: string; isOutside: boolean };

type Props = {
  caption: string;
  columns: readonly string[];
  /** `name` is the row header. There is one cell for each column after the first. */
  rows: readonly { key: string; name: string; cells: readonly Cell[] }[];
};

/** A table of numbers that scrolls horizontally if necessary, including by keyboard. */
export function DataTable({ caption, columns, rows }: Props) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <section className="data-table" aria-labelledby={id} tabIndex={0}>
      <table>
        <caption id={id}>
          <span>{caption}</span>
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, cells }) => (
            <tr key={key}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              {cells.map(({ text, isOutside }, index) => (
                <td key={columns[index + 1]} className={isOutside ? 'outside' : ''}>
                  {isOutside && <span className="visually-hidden">{t('outsideLimitBefore')} </span>}
                  {text}
                  {isOutside && <span aria-hidden> !</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
