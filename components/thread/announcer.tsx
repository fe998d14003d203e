import { useRef } from 'react';
import type { AssistantMessage, Message } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { spokenSentences } from '../markdown/spoken-text.ts';
import { ACTIVITY_WORDS, activityOf } from './activity.ts';

type Spoken = { runId: string; step: number; until: number; words: string };

/**
 * Says for screen readers what goes on: what the run is at, the sentences of its answer as they end, and that it is done.
 * The conversation itself is busy meanwhile, or every piece of a word would be read out.
 */
export function Announcer({ message }: { message: Message | undefined }) {
  const spoken = useRef<Spoken | null>(null);
  const run = message?.role === 'assistant' ? message : null;
  spoken.current = run === null ? null : wordsOf(run, spoken.current);
  return (
    <p className="visually-hidden" role="status">
      {spoken.current?.words ?? ''}
    </p>
  );
}

/** What is to be said now; what was said last stays until there is something new. */
function wordsOf(run: AssistantMessage, before: Spoken | null): Spoken | null {
  const isKnown = before?.runId === run.messageId;
  // A chat that is opened is read by anyone who wants to.
  if (run.outcome !== null) return isKnown && before ? { ...before, words: endOf(run) } : null;
  const activity = activityOf(run);
  const step = run.steps.length;
  const said = isKnown && before?.step === step ? before : { runId: run.messageId, step, until: 0, words: '' };
  if (activity !== 'writing') return activity === null ? said : { ...said, words: t(ACTIVITY_WORDS[activity]) };
  const last = run.steps.at(-1)?.parts.at(-1);
  const { words, until } = spokenSentences(last?.type === 'text' ? last.text : '', said.until);
  return words === '' ? said : { ...said, until, words };
}

function endOf({ outcome }: AssistantMessage): string {
  return t(outcome?.type === 'complete' ? 'answerComplete' : 'answerEndedEarly');
}
