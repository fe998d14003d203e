import type { Step } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { noticeMessage } from './notice-message.ts';
import './step-notices.css';

/** What the user should know of a step, in quiet lines. */
export function StepNotices({ step }: { step: Step }) {
  const messages = noticesOf(step);
  // There before its first message, or screen readers do not announce it; nobody waits for one of an ended step.
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
export function noticesOf({ notices, resets, state }: Step): string[] {
  const shown = notices.filter(({ code }) => (code !== 'waiting' && code !== 'queued') || state === 'streaming');
  const isShortened = resets.includes('context-length') && !shown.some((notice) => notice.code === 'shortened');
  const messages = shown.map(noticeMessage);
  return isShortened ? [...messages, t('olderShortened')] : messages;
}
