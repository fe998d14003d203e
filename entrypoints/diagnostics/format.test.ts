import { expect, test } from 'vitest';
import { IncompleteReason, ResetReason } from '../../lib/contracts/event.ts';
import { FailureCode } from '../../lib/contracts/failure.ts';
import { codeText } from './format.ts';

test.each(['complete', 'native', ...FailureCode.options, ...IncompleteReason.options, ...ResetReason.options])(
  '%s is said in words',
  (code) => {
    expect(codeText(code)).toMatch(/^[A-Z]/);
  },
);

test('an unknown code, and the name of a format, is shown unchanged', () => {
  expect([codeText('constructor'), codeText('hermes')]).toEqual(['constructor', 'hermes']);
});
