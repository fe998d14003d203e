import { expect, test } from 'vitest';
import {
  asked,
  called,
  gave,
  lastRun,
  runEnd,
  runStart,
  said,
  step,
  threadOf,
} from '../../testing/agent/scripted-thread.ts';
import { messageMarkdown } from './answer-text.ts';

test('messageMarkdown omits preambles', () => {
  const thread = threadOf(
    asked('q', 'Why?'),
    runStart('r'),
    { type: 'step-start', stepId: 's', toolMode: 'native' },
    { type: 'step-decision', decision: 'tools' },
    said('Let me look.'),
    ...called('a', 'look'),
    { type: 'step-end', finishReason: 'tool-calls' },
    gave('a', 'seen'),
    ...step('s2', said('**Because** '), said('of it.')),
    runEnd(),
  );
  expect(messageMarkdown(lastRun(thread))).toBe('**Because** of it.');
  expect(thread.messages[0] && messageMarkdown(thread.messages[0])).toBe('Why?');
});

test('messageMarkdown keeps preambles if there is no answer', () => {
  const thread = threadOf(
    runStart('r'),
    ...step('s', { type: 'step-decision', decision: 'tools' }, said('Let me look.')),
  );
  expect(messageMarkdown(lastRun(thread))).toBe('Let me look.');
});
