import { type ReactNode, useId } from 'react';
import './figure-list.css';

export type Figure = { label: string; value: string };

/** A titled list of metrics; `children` come first. */
export function FigureList(props: { title: string; figures: readonly Figure[]; children?: ReactNode }) {
  const id = useId();
  return (
    <section className="figure-list" aria-labelledby={id}>
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
