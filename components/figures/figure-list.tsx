import '../parts/card.css';
import './figure-list.css';
import './share-bar.css';
import { type ReactNode, useId } from 'react';
import { t } from '../../lib/i18n/index.ts';

export type Figure = { label: string; value: string };

/** A titled list of metrics; `children` come first. */
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
