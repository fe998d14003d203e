import type { AssistantMessage } from '../../lib/contracts/thread.ts';
import { t } from '../../lib/i18n/translate.ts';
import { ACTIVITY_WORDS, activityOf } from './activity.ts';
import './activity-line.css';

/** What the run is at, at the end of what it has said. Screen readers hear it from `Announcer`. */
export function ActivityLine({ message }: { message: AssistantMessage }) {
  const activity = activityOf(message);
  // The line of the thinking itself says so.
  if (activity === null || activity === 'thinking') return null;
  return (
    <p className="activity" data-activity={activity}>
      <span>
        <span className="activity-dot" aria-hidden />
        {t(ACTIVITY_WORDS[activity])}
      </span>
    </p>
  );
}
