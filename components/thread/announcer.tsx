import { useRef } from 'react';
import type { AssistantMessage, Message } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { spokenSentences } from '../markdown/spoken-text.ts';
import { ACTIVITY_WORDS, activityOf } from './activity.ts';

type Spoken = { runId: string; step: number; until: number; words: string };

/**
 * Announces progress to screen readers: the activity of the run, the sentences of its answer as they are completed, and its end.
 * The conversation itself is `aria-busy` meanwhile, since every delta would be announced otherwise.
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

/** The current announcement; the last one stays until there is a new one. */
function wordsOf(run: AssistantMessage, before: Spoken | null): Spoken | null {
  const isKnown = before?.runId === run.messageId;
  // A chat that was just opened is not announced.
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
