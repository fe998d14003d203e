import './opinion-note.css';
import { X } from 'lucide-react';
import { t } from '../../lib/i18n/index.ts';
import { formatDollars } from '../parts/amounts.ts';
import { IconButton } from '../parts/buttons.tsx';

type Props = {
  /** The name of the second model. */
  model: string;
  /** The expected cost in US dollars. Null if its price is unknown. */
  cost: number | null;
  /** Whether the question is about a page. */
  hasPage: boolean;
  /** Asks the second model about an existing answer. Null if it is asked with the next question. */
  onAsk: (() => void) | null;
  onCancel: () => void;
};

/** Says before anything is sent that another model is also asked, what that costs and what it receives. */
export function OpinionNote({ model, cost, hasPage, onAsk, onCancel }: Props) {
  const sentences = [
    t(onAsk === null ? 'opinionAlsoAsks' : 'opinionAsksToo', { model }),
    cost === null ? '' : t('opinionCost', { cost: formatDollars(cost) }),
    hasPage ? t(onAsk === null ? 'opinionPageToBoth' : 'opinionPageAgain') : '',
  ];
  return (
    <div className="opinion-note">
      <p role="status">{sentences.filter((sentence) => sentence !== '').join(' ')}</p>
      {onAsk !== null && (
        // The focus was in the list of models, which has closed.
        // biome-ignore lint/a11y/noAutofocus: see above
        <button type="button" className="button small primary" autoFocus onClick={onAsk}>
          {t('opinionAsk')}
        </button>
      )}
      <IconButton label={t(onAsk === null ? 'opinionOff' : 'cancel')} onClick={onCancel}>
        <X size={14} aria-hidden />
      </IconButton>
    </div>
  );
}
