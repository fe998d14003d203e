import { expect, test } from 'vitest';
import { readErrorInAnswer } from './error-in-answer.ts';
import { errorStatus } from './error-text.ts';

test.each([
  [{ error: { message: 'no' } }, { message: 'no' }],
  [{ error: 'The key has expired.' }, 'The key has expired.'],
  [
    { error: 'forbidden', message: 'no' },
    { error: 'forbidden', message: 'no' },
  ],
  [
    { error_code: 17, error_msg: 'no' },
    { code: 17, message: 'no' },
  ],
  [
    { code: '50501', message: 'no', data: null },
    { code: '50501', message: 'no' },
  ],
  [{ base_resp: { status_code: 1008, status_msg: 'no' } }, { code: 1008, message: 'no' }],
  [{ header: { code: 10013, message: 'no' } }, { code: 10013, message: 'no' }],
  [
    { success: false, msg: 'no' },
    { code: null, message: 'no' },
  ],
  [
    { __type: 'ThrottlingException', message: 'no' },
    { code: 'ThrottlingException', message: 'no' },
  ],
  [
    { status: 'error', detail: 'no' },
    { code: 'error', message: 'no' },
  ],
  [{ faultstring: 'no' }, { code: null, message: 'no' }],
  [{ result: { error: { message: 'no' } } }, { message: 'no' }],
])('%j is an error, although its status was 200 (quirk: error-shapes)', (value, error) => {
  expect(readErrorInAnswer(value, false)).toEqual(error);
});

test.each([
  { code: 0, message: 'success', data: {} },
  { code: 200, msg: 'ok' },
  { base_resp: { status_code: 0, status_msg: '' } },
  { status: 'in_progress', message: 'Loading the model' },
  { error: {} },
  { error: null },
  { usage: { prompt_tokens: 3 } },
])('%j is not an error', (value) => {
  expect(readErrorInAnswer(value, false)).toBeNull();
});

test('next to an answer only the field `error` counts', () => {
  expect(readErrorInAnswer({ code: 17, message: 'no' }, true)).toBeNull();
  expect(readErrorInAnswer({ error: { message: 'no' } }, true)).toEqual({ message: 'no' });
});

test('the text of an error contains its status, if its code is one of the provider', () => {
  expect(
    errorStatus(readErrorInAnswer({ error_code: 18, error_msg: 'Open api qps request limit reached' }, false)),
  ).toBe(429);
});
