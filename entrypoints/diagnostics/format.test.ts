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

test('a code that is not known, and the name of a format, is shown as it is', () => {
  expect([codeText('constructor'), codeText('hermes')]).toEqual(['constructor', 'hermes']);
});
