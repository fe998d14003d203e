import { expect, test } from 'vitest';
import {
  asked,
  buildThread,
  called,
  gave,
  lastRun,
  runEnd,
  runStart,
  step,
  textDelta,
} from '../../testing/agent/scripted-thread.ts';
import { messageMarkdown } from './answer-text.ts';

test('messageMarkdown omits preambles', () => {
  const thread = buildThread(
    asked('q', 'Why?'),
    runStart('r'),
    { type: 'step-start', stepId: 's', toolMode: 'native' },
    { type: 'step-decision', decision: 'tools' },
    textDelta('Let me look.'),
    ...called('a', 'look'),
    { type: 'step-end', finishReason: 'tool-calls' },
    gave('a', 'seen'),
    ...step('s2', textDelta('**Because** '), textDelta('of it.')),
    runEnd(),
  );
  expect(messageMarkdown(lastRun(thread))).toBe('**Because** of it.');
  expect(thread.messages[0] && messageMarkdown(thread.messages[0])).toBe('Why?');
});

test('messageMarkdown keeps preambles if there is no answer', () => {
  const thread = buildThread(
    runStart('r'),
    ...step('s', { type: 'step-decision', decision: 'tools' }, textDelta('Let me look.')),
  );
  expect(messageMarkdown(lastRun(thread))).toBe('Let me look.');
});
