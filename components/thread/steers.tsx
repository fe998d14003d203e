import type { AssistantMessage } from '../../lib/contracts/thread.ts';
import { t } from '../../lib/i18n/translate.ts';
import './steers.css';

/** What the user said to a run before one of its steps. */
export function Steers({ run, before }: { run: AssistantMessage; before: number }) {
  return run.steers
    .filter(({ beforeStep }) => beforeStep === before)
    .map(({ messageId, content }) => (
      <div key={messageId} className="steer" role="note" aria-label={t('youMeanwhile')} dir="auto">
        {content}
      </div>
    ));
}
