import { expect, test } from 'vitest';
import { ToolFailureCode } from '../../lib/contracts/tool-failure.ts';
import { toolFailureText } from './tool-failure-text.ts';

test.each(ToolFailureCode.options)('%s says what happened, then what to do', (code) => {
  const sentences = toolFailureText(code).split(/(?<=[.?!])\s/);
  expect(sentences.length, sentences.join('|')).toBeGreaterThanOrEqual(2);
  expect(sentences.every((each) => each.length > 8)).toBe(true);
});
