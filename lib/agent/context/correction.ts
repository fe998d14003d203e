import type { DiscardedPart, Step } from '../../contracts/index.ts';

const CORRECTIONS: Record<DiscardedPart, string> = {
  placeholder:
    'Your reply held a call with a placeholder where the name of a tool belongs, so nothing was run. Call one of your tools by its own name, or answer without a call.',
  'tool-result':
    'Your reply held the result of a tool that never ran. Results come from tools only: call a tool and wait for its result, or answer without one.',
};

/** The message that tells the model why everything in its last step was discarded, or null if it was not. */
export function correctionOf({ state, stale, parts, discarded }: Step): string | null {
  const [first] = discarded;
  if (first === undefined || state !== 'ended' || stale) return null;
  const isEmpty = parts.every((part) => part.type === 'reasoning' || (part.type === 'text' && part.text.trim() === ''));
  return isEmpty ? CORRECTIONS[first] : null;
}
