import './undo-bar.css';
import { Undo2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { t } from '../../lib/i18n/index.ts';
import { useReturnFocus } from './keyboard.ts';

/** How long undoing is offered once the pointer and the focus are elsewhere, in milliseconds. */
const OFFERED_MS = 8_000;

type Props = {
  /** What was done. Null if there is nothing to undo. */
  text: string | null;
  /** Identifies what would be undone: if it changes, the time begins again. */
  subject: string;
  onUndo: () => void;
  /** Called when undoing is no longer offered. */
  onExpire: () => void;
};

/**
 * Reports what was done, and offers to undo it for a while. The element around it is always there, because screen
 * readers only announce what changes inside one that they know.
 */
export function UndoBar({ text, ...offer }: Props) {
  return <div role="status">{text !== null && <Offer text={text} {...offer} />}</div>;
}

/** Reaching the button may take longer than the time (WCAG 2.2.1). */
function Offer({ text, subject, onUndo, onExpire }: Props) {
  const bar = useRef<HTMLDivElement>(null);
  const latest = useRef(onExpire);
  latest.current = onExpire;
  useReturnFocus();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time begins again with the subject
  useEffect(() => {
    const timer = setInterval(() => {
      const isInUse = bar.current?.matches(':hover') || bar.current?.querySelector(':focus-visible');
      if (!isInUse) latest.current();
    }, OFFERED_MS);
    return () => clearInterval(timer);
  }, [subject]);
  return (
    <div ref={bar} className="undo-bar">
      {text}
      <button type="button" className="button quiet" onClick={onUndo}>
        <Undo2 size={14} aria-hidden /> {t('undo')}
      </button>
    </div>
  );
}
