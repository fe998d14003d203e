// @vitest-environment happy-dom
import '../../lib/testing/fake-browser.ts';
import { expect, test } from 'vitest';
import { questionHandlers } from './use-panel-actions.tsx';

function handlers(text: string) {
  const written: string[] = [];
  const chat = {
    isWriting: text !== '',
    draft: { text },
    context: { beside: { tab: null } },
    modelChoice: {},
    questionController: { writeNext: (next: string) => written.push(next) },
  };
  return { written, ...questionHandlers({ chat: chat as never }) };
}

test('prompts, which take the place of the text, are offered for an empty field only', () => {
  const { written, prompts } = handlers('');
  prompts?.();
  expect(written).toEqual(['/']);
  expect(handlers('Half a question').prompts).toBeUndefined();
});

test('a mention is added to the text', () => {
  const { written, mention } = handlers('Compare ');
  mention?.();
  expect(written).toEqual(['Compare @']);
});
