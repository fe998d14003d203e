import './panel-card.css';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId } from 'react';
import type { Failure } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { IconButton } from './buttons.tsx';
import { failureDetail, failureMessage } from './failure-message.ts';
import { isComposing, useKeepFocus, useReturnFocus } from './keyboard.ts';

type Props = {
  className: string;
  title: string;
  /** The button in the title that closes the card, if it has one. */
  closeButton?: { label: string; onClose: () => void };
  onEscape?: () => void;
  /** Whether the card takes the focus when it appears. */
  takesFocus?: boolean;
  children: ReactNode;
};

/** A card above the message field. It keeps the focus while its contents change, and returns it when it closes. */
export function PanelCard({ className, title, closeButton, onEscape, takesFocus = false, children }: Props) {
  const heading = useId();
  useReturnFocus();
  const card = useKeepFocus();
  useEffect(() => {
    if (takesFocus) card.current?.focus();
  }, [card, takesFocus]);
  return (
    <section
      ref={card}
      className={`panel-card ${className}`}
      aria-labelledby={heading}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented && !isComposing(event)) onEscape?.();
      }}
    >
      {closeButton === undefined ? (
        <h2 id={heading}>{title}</h2>
      ) : (
        <header>
          <h2 id={heading}>{title}</h2>
          <IconButton label={closeButton.label} onClick={closeButton.onClose}>
            <X size={14} aria-hidden />
          </IconButton>
        </header>
      )}
      {children}
    </section>
  );
}

/** Says in a card above the message field what failed and, if the page has to be shared, how to do that. */
export function FailureNote({ failure, hasDetail = false }: { failure: Failure; hasDetail?: boolean }) {
  const detail = hasDetail ? failureDetail(failure) : '';
  const needsSharing =
    'reason' in failure && failure.reason.type === 'page-failed' && failure.reason.error === 'no-access';
  return (
    <>
      <p>{failureMessage(failure)}</p>
      {needsSharing && <p className="panel-card-note">{t('howToShare')}</p>}
      {detail !== '' && <p className="panel-card-note">{detail}</p>}
    </>
  );
}
