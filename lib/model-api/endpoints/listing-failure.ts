import type { Failure } from '../../contracts/index.ts';
import { htmlTitle } from '../../text/index.ts';
import { isWebPage } from '../errors/key-refusal.ts';
import { invalidResponse, networkFailure, refusal, type Target, timeoutFailure } from '../errors/model-error.ts';
import { LIST_TIMEOUT_MS, type ListingError } from './list-models.ts';

/**
 * Converts a listing error to a failure that the user can act on, as for a question. An error that only shows that the
 * server has no list stays `models-not-listed`. The user can then type a model name.
 */
export function listingFailure(error: ListingError, place: Omit<Target, 'modelId'>): Failure {
  const { problem, keyProblem, body } = error;
  const { host } = place;
  const target: Target = { ...place, modelId: '' };
  if (keyProblem !== null) {
    return { code: 'auth', reason: { type: place.hasKey ? 'key-refused' : 'key-needed', host }, retryable: false };
  }
  switch (problem.type) {
    case 'status':
      if (!LACKS_LIST.includes(problem.status)) return refusal(target, problem.status, body).failure;
      break;
    case 'no-answer': {
      if (error.cause instanceof Error && error.cause.name === 'TimeoutError')
        return timeoutFailure(target, LIST_TIMEOUT_MS / 1000);
      // The browser's message ("Failed to fetch") adds nothing to the reason.
      const { detail: _, ...failure } = networkFailure(target, error.cause);
      return failure;
    }
    case 'no-list':
      if (isWebPage(body)) return invalidResponse(target, 'web-page', htmlTitle(body)).failure;
      break;
    case 'redirect':
    case 'empty':
      break;
    default:
      return problem satisfies never;
  }
  return { code: 'bad-response', reason: { type: 'models-not-listed', host, problem }, retryable: false };
}

/** Statuses of servers that have no list. */
const LACKS_LIST: readonly number[] = [400, 404, 405, 410, 422, 501];
