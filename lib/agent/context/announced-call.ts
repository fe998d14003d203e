import { type ContextPart, type DiscardedPart, listTexts, listToolCalls, type Step } from '../../contracts/index.ts';
import { isAnnouncement } from '../../language/index.ts';

/** A longer answer, in characters, does more than announce the next action. */
const MAX_LENGTH = 400;

/**
 * Whether a step ended with only the announcement of a tool call: a short text without a call, whose last sentence says
 * what the model is going to look at. Small models often stop there.
 */
export function announcesCall(step: Step): boolean {
  if (step.finishReason !== 'stop' && step.finishReason !== 'other') return false;
  if (listToolCalls(step).length > 0) return false;
  const text = listTexts(step).join('').trim();
  if (text.length > MAX_LENGTH || /["“”«»「]|\d/.test(text)) return false;
  const last = text.split(/(?<=[.!?。！？])\s*/).at(-1) ?? text;
  return isAnnouncement(last);
}

/**
 * Whether the run continues without the user after these steps. It does if the last step only announces a call, for the
 * first time in the run, and there is a page to answer from or a tool to call. `contexts` are the pages of the
 * question.
 */
export function continuesAutomatically(steps: readonly Step[], contexts: readonly ContextPart[]): boolean {
  const last = steps.at(-1);
  if (last === undefined || !announcesCall(last) || steps.slice(0, -1).some(announcesCall)) return false;
  return last.toolMode !== 'none' || contexts.some(({ state }) => state === 'available');
}

const CORRECTIONS: Record<DiscardedPart, string> = {
  placeholder:
    'Your reply held a call with a placeholder where the name of a tool belongs, so nothing was run. Call one of your tools by its own name, or answer without a call.',
  'tool-result':
    'Your reply held the result of a tool that never ran. Results come from tools only: call a tool and wait for its result, or answer without one.',
};

/** Returns the message that tells the model why its whole last step was discarded. Null if it was not discarded. */
export function findCorrection(step: Step): string | null {
  const [first] = step.discarded;
  if (first === undefined || step.state !== 'ended') return null;
  return hasOnlyReasoning(step) ? CORRECTIONS[first] : null;
}

/** Whether the step contains neither a call nor any answer text. */
export function hasOnlyReasoning({ parts }: Step): boolean {
  return parts.every((part) => part.type === 'reasoning' || (part.type === 'text' && part.text.trim() === ''));
}
