import type { Step } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { noticeMessage } from './notice-message.ts';
import './step-notices.css';

/** The notices of a step. */
export function StepNotices({ step }: { step: Step }) {
  const messages = noticesOf(step);
  // The live region must exist before its first message to be announced; for an ended step it is not needed.
  if (step.state === 'ended' && messages.length === 0) return null;
  return (
    <div className="step-notices" role="status">
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
    </div>
  );
}

/** A wait is news only while it lasts; that something was left out stays true. */
export function noticesOf(step: Step): string[] {
  const { notices, resets } = step;
  const shown = notices.filter(({ code }) => isNews(code, step));
  const isShortened = resets.includes('context-length') && !shown.some((notice) => notice.code === 'shortened');
  const messages = shown.map(noticeMessage);
  return isShortened ? [...messages, t('olderShortened')] : messages;
}

function isNews(code: Step['notices'][number]['code'], { state, parts }: Step): boolean {
  if (code === 'loading') return state === 'streaming' && parts.length === 0;
  return (code !== 'waiting' && code !== 'queued') || state === 'streaming';
}
