// @vitest-environment happy-dom
import { act, useState } from 'react';
import { expect, test } from 'vitest';
import { render } from '../../lib/testing/render-component.tsx';
import { SentenceField } from './sentence-field.tsx';

function Field({ initial }: { initial: string }) {
  const [text, setText] = useState(initial);
  return <SentenceField text={text} error={null} onText={setText} onEnter={() => undefined} />;
}

async function renderField(initial: string) {
  const { host } = await render(<Field initial={initial} />);
  const field = host.querySelector('textarea') as HTMLTextAreaElement;
  /** Types a text at a place, as the browser does: the text and the cursor change before the event. */
  const type = (at: number, text: string, isComposing = false) =>
    act(async () => {
      const value = `${field.value.slice(0, at)}${text}${field.value.slice(at)}`;
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, value);
      field.setSelectionRange(at + text.length, at + text.length);
      field.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing }));
    });
  return { field, type };
}

test('a word is typed into the middle of a sentence, where the cursor stays', async () => {
  const { field, type } = await renderField('I live in Bern');
  await type(6, ' ');
  expect([field.value, field.selectionStart]).toEqual(['I live  in Bern', 7]);
  await type(7, 'now');
  expect([field.value, field.selectionStart]).toEqual(['I live now in Bern', 10]);
});

test('line breaks and invisible characters of pasted text are removed, and the cursor stays behind it', async () => {
  const { field, type } = await renderField('I live in Bern');
  await type(6, ' with\n Ann\u2066 and\u200B Tom');
  expect([field.value, field.selectionStart]).toEqual(['I live with Ann and Tom in Bern', 23]);
});

test('nothing is changed while an input method composes', async () => {
  const { field, type } = await renderField('');
  await type(0, 'ni\u200B\u200B', true);
  expect(field.value).toBe('ni\u200B\u200B');
  await type(4, '你', false);
  expect(field.value).toBe('ni你');
});
