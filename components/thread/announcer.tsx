import { useRef } from 'react';
import { type AssistantMessage, isContextSettled, type Message } from '../../lib/contracts/index.ts';
import { type PlainKey, t } from '../../lib/i18n/index.ts';
import { spokenSentences } from '../markdown/spoken-text.ts';
import { hasNotices } from './step-notices.tsx';

/**
 * The last announcement. `words` is its text. `textId` identifies the text being announced: another part, step or
 * attempt starts a new one. `until` is how far it was announced.
 */
type Spoken = {
  runId: string;
  textId: string;
  until: number;
  activity: Activity | 'ended' | null;
  facts: string;
  words: string;
};

/**
 * Announces progress to screen readers: the activity of the run, the sentences of its answer as they are completed, its
 * end, and `facts`, which says how many of its facts were found.
 * In the meantime the conversation itself is `aria-busy`, because every delta would be announced otherwise.
 */
export function Announcer({ message, facts }: { message: Message | undefined; facts: string }) {
  const spoken = useRef<Spoken | null>(null);
  const run = message?.role === 'assistant' ? message : null;
  spoken.current = run === null ? null : composeAnnouncement(run, facts, spoken.current);
  return (
    <p className="visually-hidden" role="status">
      {spoken.current?.words ?? ''}
    </p>
  );
}

/** Returns the current announcement. The last one stays until there is a new one. */
function composeAnnouncement(run: AssistantMessage, facts: string, before: Spoken | null): Spoken | null {
  const previous = before?.runId === run.messageId ? before : null;
  // A chat that was just opened is not announced.
  if (run.outcome !== null && previous === null) return null;
  const { textId, text, isWhole } = findLastText(run);
  // The last sentence of a text ends with the text, before any white space.
  const { words, until } = spokenSentences(
    isWhole ? `${text}\n` : text,
    previous?.textId === textId ? previous.until : 0,
  );
  const activity = run.outcome === null ? findRunActivity(run) : 'ended';
  const status = activity === previous?.activity ? '' : statusText(run, activity);
  const news = facts === previous?.facts ? '' : facts;
  const spokenText = [words, status, news].filter((each) => each !== '').join(' ');
  return {
    runId: run.messageId,
    textId,
    until,
    activity,
    facts,
    words: spokenText === '' ? (previous?.words ?? '') : spokenText,
  };
}

/** Returns the last text of a run. `isWhole`: it is complete. */
function findLastText({ steps, outcome }: AssistantMessage): { textId: string; text: string; isWhole: boolean } {
  const step = steps.at(-1);
  const index = step?.parts.findLastIndex(({ type }) => type === 'text') ?? -1;
  const part = step?.stale ? undefined : step?.parts[index];
  return {
    textId: `${steps.length} ${step?.resets.length} ${index}`,
    text: part?.type === 'text' ? part.text : '',
    isWhole: outcome !== null || step?.state === 'ended' || index !== (step?.parts.length ?? 0) - 1,
  };
}

function statusText({ outcome }: AssistantMessage, activity: Spoken['activity']): string {
  if (activity === 'ended') return t(outcome?.type === 'complete' ? 'answerComplete' : 'answerEndedEarly');
  return activity === null || activity === 'writing' ? '' : t(ACTIVITY_WORDS[activity]);
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

/** Returns the activity of a run. Null once it has ended, or if a notice of the step is more specific. */
export function findRunActivity({ steps, outcome, contexts }: AssistantMessage): Activity | null {
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
