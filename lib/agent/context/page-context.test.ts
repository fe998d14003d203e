import { expect, test } from 'vitest';
import { asked, buildThread, lastRun, runStart } from '../../testing/agent/scripted-thread.ts';
import { findQuestionText, passageWords } from './page-context.ts';

test('passages are also selected by a server’s prompt, which is not a question of the user', () => {
  const source = { name: 'X', url: 'https://mcp.test/' };
  const question = {
    type: 'user-message',
    messageId: 'q',
    content: 'Answer this prompt.',
    files: [
      { type: 'prompt', name: 'tides', text: 'When is high tide?', source },
      { type: 'text', name: 'x://y', text: 'A resource.', source },
    ],
  } as const;
  const state = buildThread({ ...question, files: [...question.files] }, runStart('r'));
  expect(passageWords(state, lastRun(state))).toBe('Answer this prompt.\nWhen is high tide?');
  expect(findQuestionText(state, lastRun(state))).toBe('Answer this prompt.');
  const plain = buildThread(asked('q', 'Why?'), runStart('r'));
  expect(passageWords(plain, lastRun(plain))).toBe('Why?');
});
