import { t } from '../../lib/i18n/index.ts';
import './reasoning.css';

type Props = {
  text: string;
  /** How long it took, in milliseconds; 0 where that is not known. */
  ms: number;
  /** It is still being written. */
  isLive: boolean;
};

/** What the model thought before it spoke: a line with its time, to unfold. */
export function Reasoning({ text, ms, isLive }: Props) {
  return (
    <details className="reasoning" data-live={isLive}>
      <summary>
        {isLive ? t('activityThinking') : ms < 1000 ? t('thought') : t('thoughtFor', { time: timeText(ms) })}
      </summary>
      <p dir="auto">{text}</p>
    </details>
  );
}

/** Nobody needs tenths of a second of this. */
function timeText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return t('seconds', { number: seconds });
  return t('minutesSeconds', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
}
