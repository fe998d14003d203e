// @vitest-environment happy-dom
import { act, useState } from 'react';
import { describe, expect, test } from 'vitest';
import type { Mention } from '../../lib/contracts/attachments.ts';
import { elementText, render } from '../../lib/testing/render-component.tsx';
import { Composer } from './composer.tsx';

const TAB: Mention = { kind: 'tab', tab: { tabId: 4, title: 'Ferries', url: 'https://ferry.test/times' } };
const CHAT: Mention = { kind: 'chat', threadId: 't', title: 'About the sea', at: 0 };
const BOOKMARK: Mention = { kind: 'bookmark', title: 'Timetable', url: 'https://ferry.test/' };

async function composer(mentions: readonly Mention[] = [TAB, CHAT, BOOKMARK], hasFiles = false) {
  const queries: (string | null)[] = [];
  const picked: Mention[] = [];
  const sent: string[] = [];
  const files: string[] = [];
  const nothing = () => undefined;
  function Field() {
    const [text, setText] = useState('');
    return (
      <Composer
        text={text}
        onText={setText}
        prompts={null}
        onMentionQuery={(query) => queries.push(query)}
        mentions={mentions}
        onMention={(mention) => picked.push(mention)}
        focus={0}
        picking={0}
        hasPage
        hasFiles={hasFiles}
        isRunning={false}
        isReady
        onFiles={(list) => files.push(...list.map(({ name }) => name))}
        web={{ isOn: false, onToggle: nothing }}
        ownData={{ isOn: false, onToggle: nothing }}
        onSend={() => sent.push(text)}
        onStop={nothing}
        above={null}
        below={null}
      />
    );
  }
  const { host } = await render(<Field />);
  const field = host.querySelector('textarea') as HTMLTextAreaElement;
  const options = () => [...host.querySelectorAll('[role="option"]')];
  return {
    host,
    field,
    queries,
    picked,
    sent,
    files,
    options,
    /** Replaces the whole text of the field, with the caret at the end or at `caret`. */
    async write(text: string, caret = text.length) {
      await act(async () => {
        Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, text);
        field.setSelectionRange(caret, caret);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      });
    },
    key: (key: string, { repeat = false } = {}) =>
      act(
        async () =>
          void field.dispatchEvent(new KeyboardEvent('keydown', { key, repeat, bubbles: true, cancelable: true })),
      ),
  };
}

describe('an @ in the field', () => {
  test('offers tabs, chats and bookmarks in a list that belongs to the field, with the number of them in a status', async () => {
    const { host, field, queries, options, write } = await composer();
    await write('Compare @fer');
    expect(queries.at(-1)).toBe('fer');
    const list = host.querySelector('[role="listbox"]');
    expect(field.getAttribute('aria-controls')).toBe(list?.id);
    expect(field.getAttribute('aria-activedescendant')).toBe(options()[0]?.id);
    expect(options().map(elementText).slice(0, 1)).toEqual(['Tab Ferries ferry.test']);
    expect(options()).toHaveLength(3);
    expect(elementText(host.querySelector('[role="status"]'))).toBe('3 suggestions');
    await write('Compare');
    expect(queries.at(-1)).toBeNull();
    expect(options()).toEqual([]);
    expect(field.hasAttribute('aria-activedescendant')).toBe(false);
  });

  test('is replaced with nothing if the choice is attached, and the surrounding words stay', async () => {
    const { field, picked, sent, write, key } = await composer();
    await write('Compare @fer with this', 12);
    await key('ArrowDown');
    await key('Enter');
    expect(picked).toEqual([CHAT]);
    expect(field.value).toBe('Compare  with this');
    expect(field.selectionStart).toBe(8);
    expect(sent).toEqual([]);
  });

  test('is replaced by the address of a bookmark', async () => {
    const { field, picked, write, key } = await composer([BOOKMARK]);
    await write('Open @time');
    await key('Tab');
    expect(picked).toEqual([BOOKMARK]);
    expect(field.value).toBe('Open https://ferry.test/ ');
  });

  test('stays if the list is closed by Escape, and Enter sends again', async () => {
    const { field, options, picked, sent, write, key } = await composer();
    await write('@fer');
    await key('Escape');
    expect(options()).toEqual([]);
    await key('Enter');
    expect(picked).toEqual([]);
    expect(sent).toEqual(['@fer']);
    expect(field.value).toBe('@fer');
  });
});

test.each([
  [['text/plain', 'Files'], ['report.txt']],
  [['Files'], ['report.txt']],
  [['text/plain', 'text/html', 'Files'], []],
  [['text/plain', 'text/rtf', 'Files'], []],
])('of a paste with %j, the files are attached: %j', async (types, attached) => {
  const { field, files } = await composer();
  const event = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), {
    clipboardData: { types, files: [new File(['x'], 'report.txt')] },
  });
  await act(async () => void field.dispatchEvent(event));
  expect(files).toEqual(attached);
  expect(event.defaultPrevented).toBe(attached.length > 0);
});

test('a picture can be sent without text, but an empty message cannot', async () => {
  const nothing = await composer();
  await nothing.key('Enter');
  expect(nothing.sent).toEqual([]);
  const picture = await composer([], true);
  await picture.key('Enter');
  expect(picture.sent).toEqual(['']);
});

test('a held Enter sends nothing: it may have pressed a button of a card before the field got the focus', async () => {
  const { write, key, sent } = await composer();
  await write('A draft');
  await key('Enter', { repeat: true });
  expect(sent).toEqual([]);
  await key('Enter');
  expect(sent).toEqual(['A draft']);
});
