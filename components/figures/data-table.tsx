import { useId } from 'react';
import { t } from '../../lib/i18n/index.ts';
import './data-table.css';

/** A cell: its text, and whether it exceeds its limit. */
export type Cell = { text: string; isOutside: boolean };

type Props = {
  caption: string;
  columns: readonly string[];
  /** `name` is the row header; one cell for each column after the first. */
  rows: readonly { key: string; name: string; cells: readonly Cell[] }[];
};

/** A table of numbers that scrolls horizontally if needed, including by keyboard. */
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
