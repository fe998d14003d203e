// @vitest-environment happy-dom
import '../../lib/testing/fake-browser.ts';
import { act, createElement } from 'react';
import { expect, test, vi } from 'vitest';
import { render } from '../../lib/testing/render-component.tsx';
import { questionHandlers, usePanelActions } from './use-panel-actions.tsx';

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

test('a shortcut that is held down runs its action once', async () => {
  const onOpenThread = vi.fn();
  const chat = {
    run: null,
    thread: { messages: [] },
    draft: { text: '' },
    context: { beside: { tab: null } },
    modelChoice: {},
    questionController: {},
    answerController: {},
  };
  const threads = { get: async () => undefined, listedIds: async () => [] };
  const options = { storage: { threads }, threadId: 't', chat, header: {}, isBesideChats: false, onOpenThread };
  function Hook() {
    usePanelActions(options as never);
    return null;
  }
  await render(createElement(Hook));
  const press = async (repeat: boolean) => {
    const keys = { key: 'O', code: 'KeyO', ctrlKey: true, shiftKey: true, repeat, cancelable: true };
    const event = Object.assign(new KeyboardEvent('keydown', keys), { getModifierState: () => false });
    await act(async () => void dispatchEvent(event));
    return event.defaultPrevented;
  };
  expect([await press(false), await press(true), await press(true)]).toEqual([true, true, true]);
  expect(onOpenThread).toHaveBeenCalledOnce();
});
