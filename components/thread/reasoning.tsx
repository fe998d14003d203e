import { t } from '../../lib/i18n/index.ts';
import './reasoning.css';

type Props = {
  text: string;
  /** Its duration in milliseconds; 0 if unknown. */
  ms: number;
  /** Whether it is still being written. */
  isLive: boolean;
};

/** The reasoning of a step, collapsed to a line with its duration. */
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

/** Formats the duration in whole seconds. */
function timeText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return t('seconds', { number: seconds });
  return t('minutesSeconds', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
}
