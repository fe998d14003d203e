import type { ModelEvent } from '../protocol/model-client.ts';
import type { Target } from './model-error.ts';

/** A reply went over a bound (design, bounds). `limit` is in characters. */
export function tooLarge(target: Target, limit: number): Extract<ModelEvent, { type: 'failure' }> {
  const message = `${target.host} sent more than Sidenote takes in one go. Ask for something shorter, or choose another model.`;
  const detail = `more than ${limit.toLocaleString('en')} characters`;
  return { type: 'failure', failure: { code: 'bad-response', message, detail, retryable: false } };
}
