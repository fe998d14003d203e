import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { type PlainKey, t } from '../../lib/i18n/index.ts';
import '../parts/card.css';
import './limit-card.css';

/** One metric of a card: its value as text (null if not measured), and its limit. */
export type LimitFigure = {
  label: string;
  value: string | null;
  limit: string;
  state: 'unmeasured' | 'within' | 'outside';
};

type Props = {
  title: string;
  /** The metric's name in the export. */
  name: string;
  description: string;
  figures: readonly LimitFigure[];
  children: ReactNode;
};

/** A metric that is marked when it exceeds its limit. The mark consists of an icon and text, not only a colour. */
export function LimitCard({ title, name, description, figures, children }: Props) {
  const id = useId();
  return (
    <section className="card limit-card" aria-labelledby={id}>
      <header>
        <h3 id={id}>{title}</h3>
        <code>{name}</code>
      </header>
      <p className="limit-description">{description}</p>
      <dl className="limit-figures">
        {figures.map(({ label, value, limit, state }) => (
          <div key={label} data-state={state}>
            <dt>{label}</dt>
            <dd>
              <strong>{value ?? '–'}</strong>
              <span className="limit-mark">
                <Mark state={state} />
                {t(MARKS[state])}
              </span>
              <span className="limit-limit">{limit}</span>
            </dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  );
}

const MARKS: Record<LimitFigure['state'], PlainKey> = {
  unmeasured: 'notMeasured',
  within: 'withinLimit',
  outside: 'outsideLimit',
};

function Mark({ state }: { state: LimitFigure['state'] }) {
  switch (state) {
    case 'unmeasured':
      return <CircleDashed size={14} aria-hidden />;
    case 'within':
      return <CircleCheck size={14} aria-hidden />;
    case 'outside':
      return <TriangleAlert size={14} aria-hidden />;
    default:
      return state satisfies never;
  }
}
