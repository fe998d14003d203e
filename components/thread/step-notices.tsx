import { createContext, useContext, useEffect, useState } from 'react';
import './step-notices.css';
import type { FailureCode, Step, StepNotice } from '../../lib/contracts/index.ts';
import { type PlainKey, t } from '../../lib/i18n/index.ts';

/** Ends the wait before the next request. Null where nothing can be asked. */
export const TryNow = createContext<(() => void) | null>(null);

/** The notices of a step. */
export function StepNotices({ step }: { step: Step }) {
  const notices = shownNotices(step);
  // The live region must exist before its first message to be announced. It is not needed for an ended step.
  if (step.state === 'ended' && notices.length === 0) return null;
  return (
    <div className="step-notices" role="status">
      {notices.map(({ message, tools, wait }) =>
        wait !== null ? (
          <Countdown key={`${message} ${step.notices.length}`} wait={wait} />
        ) : tools === null ? (
          <p key={message}>{message}</p>
        ) : (
          <ChosenTools key={message} message={message} names={tools} />
        ),
      )}
      {isLoading(step) && <Elapsed key={step.notices.length} />}
    </div>
  );
}

/** Whether the model is being loaded, or reads the conversation after that. */
function isLoading(step: Step): boolean {
  const last = step.notices.at(-1);
  return (last?.code === 'loading' || last?.code === 'loaded') && isCurrent(last, step);
}

/**
 * The seconds since it was shown. They are not announced, because they would interrupt a screen reader every second.
 */
function Elapsed() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return <p aria-hidden>{t('seconds', { number: seconds })}</p>;
}

/** A wait with a countdown in seconds, and a button that ends it. Only its beginning is announced. */
function Countdown({ wait }: { wait: Wait }) {
  const tryNow = useContext(TryNow);
  const [left, setLeft] = useState(wait.seconds);
  useEffect(() => {
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <p>
      <span className="visually-hidden">{noticeMessage(wait)}</span>
      <span aria-hidden>{noticeMessage({ ...wait, seconds: left })}</span>{' '}
      {tryNow && (
        <button type="button" className="button small" onClick={tryNow}>
          {t('tryNow')}
        </button>
      )}
    </p>
  );
}

/** Which tools of servers were offered, on demand. */
function ChosenTools({ message, names }: { message: string; names: readonly string[] }) {
  return (
    <details className="chosen-tools">
      <summary>{message}</summary>
      <p>{t('mcpToolsOfferedWhy')}</p>
      {names.length > 0 && (
        <ul>
          {names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      )}
    </details>
  );
}

/** `tools` are the names of the tools that the notice is about, otherwise null. */
type ShownNotice = { message: string; tools: readonly string[] | null; wait: Wait | null };

type Wait = Extract<StepNotice, { code: 'waiting' }>;

function shownNotices(step: Step): ShownNotice[] {
  const { notices, resets } = step;
  const currentNotices = notices.filter((notice) => isCurrent(notice, step));
  const isShortened =
    resets.includes('context-length') && !currentNotices.some((notice) => notice.code === 'shortened');
  const messages = currentNotices.map((notice) => ({
    message: noticeMessage(notice),
    tools: notice.code === 'tools-chosen' ? notice.names : null,
    wait: 'seconds' in notice ? notice : null,
  }));
  return isShortened ? [...messages, { message: t('olderShortened'), tools: null, wait: null }] : messages;
}

/** Whether a step has notices to show. A wait is shown only while it lasts. Omissions are always shown. */
export function hasNotices(step: Step): boolean {
  return shownNotices(step).length > 0;
}

function isCurrent(notice: StepNotice, { state, parts, notices }: Step): boolean {
  const { code } = notice;
  if (code === 'loading' || code === 'loaded')
    return state === 'streaming' && parts.length === 0 && notices.at(-1) === notice;
  return (code !== 'waiting' && code !== 'queued') || state === 'streaming';
}

/** Returns a notice of a step in the user's language. Logs of older versions contain the sentence itself. */
export function noticeMessage(notice: StepNotice): string {
  if ('message' in notice) return notice.message;
  switch (notice.code) {
    case 'queued':
      return t('waitingForConnection');
    case 'waiting':
      return t(waitKey(notice.cause), { model: notice.model, seconds: notice.seconds });
    case 'shortened':
      return notice.what === 'by-server' ? t('serverReadOnly', { tokens: notice.tokens }) : t(SHORTENED[notice.what]);
    case 'loading':
      return t('loadingModel', { model: notice.model });
    case 'loaded':
      return t('modelReads', { model: notice.model });
    case 'not-streaming':
      return t('notStreaming', { host: notice.host });
    case 'no-pictures':
      return t('attachNoPictures');
    case 'ended-with':
      return t('endedWith', { word: notice.word });
    case 'tools-chosen':
      return t('mcpToolsOffered', { count: notice.names.length, all: notice.all });
    default:
      return notice satisfies never;
  }
}

const SHORTENED = {
  pages: 'pagesLeftOut',
  page: 'pageShortened',
  results: 'resultsShortened',
  files: 'filesShortened',
  messages: 'messagesLeftOut',
} as const satisfies Record<string, PlainKey>;

function waitKey(cause: FailureCode) {
  switch (cause) {
    case 'rate-limit':
      return 'waitingBusy';
    case 'network':
      return 'waitingUnreachable';
    case 'timeout':
      return 'waitingSilent';
    default:
      return 'waitingTrouble';
  }
}
