import { useRef } from 'react';
import { type AssistantMessage, isContextSettled, type Message } from '../../lib/contracts/index.ts';
import { type PlainKey, t } from '../../lib/i18n/index.ts';
import { spokenSentences } from '../markdown/spoken-text.ts';
import { hasNotices } from './step-notices.tsx';

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
  const spoken = isKnown && before?.step === step ? before : { runId: run.messageId, step, until: 0, words: '' };
  if (activity !== 'writing') return activity === null ? spoken : { ...spoken, words: t(ACTIVITY_WORDS[activity]) };
  const last = run.steps.at(-1)?.parts.at(-1);
  const { words, until } = spokenSentences(last?.type === 'text' ? last.text : '', spoken.until);
  return words === '' ? spoken : { ...spoken, until, words };
}

function endOf({ outcome }: AssistantMessage): string {
  return t(outcome?.type === 'complete' ? 'answerComplete' : 'answerEndedEarly');
}

/** The activity of an open run, as shown to the user. */
type Activity = 'waiting' | 'thinking' | 'calling' | 'working' | 'asking' | 'form' | 'writing';

export const ACTIVITY_WORDS: Record<Activity, PlainKey> = {
  waiting: 'activityWaiting',
  thinking: 'activityThinking',
  calling: 'activityCalling',
  working: 'activityWorking',
  asking: 'activityAsking',
  form: 'activityForm',
  writing: 'activityWriting',
};

/** The activity of a run; null once it has ended, or if a notice of the step says more. */
export function activityOf({ steps, outcome, contexts }: AssistantMessage): Activity | null {
  const step = steps.at(-1);
  if (outcome !== null) return null;
  if (step === undefined && contexts.some(({ state }) => state === 'approval-requested')) return 'asking';
  if (step === undefined && contexts.some((part) => !isContextSettled(part))) return 'working';
  if (step === undefined || step.stale || step.parts.length === 0)
    return step !== undefined && hasNotices(step) ? null : 'waiting';
  const calls = step.parts.flatMap((part) => (part.type === 'tool-call' ? [part.call] : []));
  if (calls.some(({ state }) => state === 'approval-requested')) return 'asking';
  if (calls.some((call) => call.state === 'executing' && call.elicitation !== null)) return 'form';
  const last = step.parts.at(-1);
  if (step.state === 'streaming' && last?.type === 'reasoning') return 'thinking';
  if (step.state === 'streaming' && last?.type === 'text') return 'writing';
  if (calls.some(({ state }) => state === 'input-streaming')) return 'calling';
  return calls.some(({ state }) => state === 'executing' || state === 'input-available') ? 'working' : 'waiting';
}
