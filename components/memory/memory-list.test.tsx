// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test } from 'vitest';
import type { Memory } from '../../lib/contracts/index.ts';
import { control, elementText, press, render } from '../../lib/testing/render-component.tsx';
import { MemoryList } from './memory-list.tsx';

async function renderOrigin(origin: Memory['origin'], chats: ReadonlyMap<string, string> | null) {
  const memory: Memory = { memoryId: 'm', text: 'I live in Bern', projectId: null, origin, isOn: true, createdAt: 1 };
  const { host } = await render(
    <MemoryList
      memories={[memory]}
      projects={[]}
      chats={chats}
      getChatAddress={(threadId) => `chat/${threadId}`}
      onChange={async () => null}
      onForget={() => undefined}
    />,
  );
  const facts = host.querySelector('.memory-facts .hint');
  return { text: elementText(facts).replace(/(?:^| )· .*$/, ''), link: facts?.querySelector('a') ?? null };
}

const QUESTION = { type: 'question', threadId: 't' } as const;
const ANSWER = { type: 'answer', threadId: 't' } as const;

test.each([
  ['a question', QUESTION, 'One?', 'From a question in the chat “ One? ”'],
  ['an answer', ANSWER, 'One?', 'From an answer in the chat “ One? ”'],
  ['a chat without a title', QUESTION, '', 'From a question in the chat “ Untitled chat ”'],
] as const)('a sentence from %s names its chat, with a link to it', async (_, origin, title, text) => {
  const facts = await renderOrigin(origin, new Map([['t', title]]));
  expect(facts.text).toBe(text);
  expect(facts.link?.getAttribute('href')).toBe('chat/t');
});

test.each([
  [QUESTION, 'From a question in a deleted chat'],
  [ANSWER, 'From an answer in a deleted chat'],
  [{ type: 'settings' } as const, 'Added in the settings'],
])('a sentence without its chat says so: %j', async (origin, text) => {
  expect(await renderOrigin(origin, new Map())).toEqual({ text, link: null });
});

test('a chat does not count as deleted before it was looked for', async () => {
  expect((await renderOrigin(QUESTION, null)).text).toBe('');
});

test('the focus stays in the row whose editing was cancelled, and in the list when a sentence was forgotten', async () => {
  const origin = { type: 'settings' } as const;
  const memory: Memory = { memoryId: 'm', text: 'I sail', projectId: null, origin, isOn: true, createdAt: 1 };
  const list = (memories: Memory[]) => (
    <MemoryList
      memories={memories}
      projects={[]}
      chats={null}
      getChatAddress={() => ''}
      onChange={async () => null}
      onForget={() => undefined}
    />
  );
  const { host, rerender } = await render(list([memory]));
  await press(host, 'Edit: I sail');
  expect(document.activeElement?.localName).toBe('textarea');
  await act(async () => control(host, 'Cancel').focus());
  await press(host, 'Cancel');
  expect(document.activeElement).toBe(host.querySelector('li'));
  await act(async () => control(host, 'Forget: I sail').focus());
  await rerender(list([]));
  expect(document.activeElement).toBe(host.querySelector('.hint')?.parentElement);
});
