import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { Failure, FailureReason } from '../../lib/contracts/failure.ts';
import { failureDetail, failureMessage } from './failure-message.ts';

const failure = (reason: FailureReason, detail?: string): Failure => ({
  code: 'bad-response',
  reason,
  retryable: false,
  ...(detail === undefined ? {} : { detail }),
});
const host = 'api.test';

describe('describes what went wrong', () => {
  test.each<[FailureReason, string]>([
    [{ type: 'key-refused', host }, 'api.test refused the API key'],
    [{ type: 'origin-refused', host }, 'OLLAMA_ORIGINS'],
    [{ type: 'model-not-found', host, model: 'm' }, 'doesn’t have a model named m'],
    [{ type: 'server-error', host, status: 1500 }, '1500'],
    [{ type: 'server-not-running', host }, 'Check that the server is running'],
    [{ type: 'network-sign-in', host, status: 407 }, 'requires you to sign in'],
    [{ type: 'unreachable', host }, 'sign in to the proxy'],
    [{ type: 'maybe-untrusted', host }, 'a proxy asks you to sign in'],
    [{ type: 'retry-later', host, waitMs: 3_600_000 }, '60 minutes'],
    [{ type: 'retry-later', host, waitMs: 86_400_000 }, '24 hours'],
    [{ type: 'retry-later', host, waitMs: 864_000_000 }, '10 days'],
    [{ type: 'endpoint-not-allowed', name: 'Work' }, 'connect to Work yet'],
    [{ type: 'address-not-usable', name: 'Work', error: 'has-password' }, 'Work'],
    [{ type: 'stored-key-invalid', error: 'has-space' }, 'Enter it again in Settings'],
    [{ type: 'models-not-listed', host, problem: { type: 'status', status: 1500 } }, '(error 1500)'],
    [{ type: 'models-not-listed', host, problem: { type: 'no-list' } }, 'isn’t a list'],
    [{ type: 'not-decompressed', host }, 'Content-Encoding'],
    [{ type: 'storage-failed', error: 'full' }, 'Free up disk space'],
    [{ type: 'page-failed', error: 'pdf-locked' }, 'password'],
    [{ type: 'built-in-absent' }, 'doesn’t have a built-in model'],
  ])('%j', (reason, words) => {
    expect(failureMessage(failure(reason))).toContain(words);
  });

  test('unchanged, if the log of an older version contains a sentence', () => {
    const old = { code: 'rate-limit', message: 'Der Server ist beschäftigt.', retryable: true, detail: 'slow down' };
    const read = Failure.parse(old);
    expect(read).toEqual(old);
    expect([failureMessage(read), failureDetail(read)]).toEqual(['Der Server ist beschäftigt.', 'slow down']);
  });
});

describe('the server’s own message about it', () => {
  test.each<[Failure, string]>([
    [failure({ type: 'request-refused', host, status: 418 }, 'I am a teapot'), 'I am a teapot'],
    [failure({ type: 'request-refused', host, status: 418 }), ''],
    [failure({ type: 'not-a-model-server', host, reply: 'web-page' }, '502'), 'a web page titled “502”'],
    [failure({ type: 'not-a-model-server', host, reply: 'web-page' }), 'a web page'],
    [failure({ type: 'not-a-model-server', host, reply: 'other' }, '{"status":"ok"}'), '{"status":"ok"}'],
    [failure({ type: 'reply-too-large', host, characters: 16_000_000 }), 'more than 16,000,000 characters'],
  ])('%j', (given, detail) => {
    expect(failureDetail(given)).toBe(detail);
  });

  test('of Ollama’s own interface: the address to use', () => {
    expect(failureDetail(failure({ type: 'not-a-model-server', host, reply: 'ollama' }))).toContain('/v1');
  });
});

/** Returns a value for a parameter of a reason. For a list of codes, it is the first one. */
function valueFor(name: string, schema: z.ZodType): unknown {
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (name === 'problem') return { type: 'no-list' };
  return /waitMs|seconds|status|characters|megabytes/.test(name) ? 90_000 : 'x';
}

test('every reason has its own sentence', () => {
  const sentences = FailureReason.options.map((option) => {
    const values = Object.entries(option.shape).map(([name, schema]) => [name, valueFor(name, schema)]);
    const reason = { ...Object.fromEntries(values), type: option.shape.type.value };
    return failureMessage({ code: 'internal', reason, retryable: false } as Failure);
  });
  expect(sentences.filter((sentence) => sentence === '')).toEqual([]);
  expect(new Set(sentences).size).toBe(sentences.length);
});
