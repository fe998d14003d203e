import { type AssistantMessage, isContextSettled } from '../../lib/contracts/index.ts';
import type { PlainKey } from '../../lib/i18n/index.ts';
import { noticesOf } from './step-notices.tsx';

/** The activity of an open run, as shown to the user. */
export type Activity = 'waiting' | 'thinking' | 'calling' | 'working' | 'asking' | 'form' | 'writing';

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
    return step !== undefined && noticesOf(step).length > 0 ? null : 'waiting';
  const calls = step.parts.flatMap((part) => (part.type === 'tool-call' ? [part.call] : []));
  if (calls.some(({ state }) => state === 'approval-requested')) return 'asking';
  if (calls.some((call) => call.state === 'executing' && call.elicitation !== null)) return 'form';
  const last = step.parts.at(-1);
  if (step.state === 'streaming' && last?.type === 'reasoning') return 'thinking';
  if (step.state === 'streaming' && last?.type === 'text') return 'writing';
  if (calls.some(({ state }) => state === 'input-streaming')) return 'calling';
  return calls.some(({ state }) => state === 'executing' || state === 'input-available') ? 'working' : 'waiting';
}
