import type { ModelEvent } from '../../contracts/model-client.ts';
import { t } from '../../i18n/translate.ts';
import type { Target } from './model-error.ts';

/** A reply went over a bound. `limit` is in characters. */
export function tooLarge(target: Target, limit: number): Extract<ModelEvent, { type: 'failure' }> {
  const message = t('replyTooLarge', { host: target.host });
  const detail = t('moreThanCharacters', { limit });
  return { type: 'failure', failure: { code: 'bad-response', message, detail, retryable: false } };
}
