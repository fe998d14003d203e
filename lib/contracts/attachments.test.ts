import { expect, test } from 'vitest';
import { ATTACHED_LIMITS, type AttachedFile, attachmentError, MAX_PDF_FILE_BYTES, mentionAt } from './attachments.ts';
import { Command } from './command.ts';

const file = (name: string, length: number): AttachedFile => ({ type: 'text', name, text: 'a'.repeat(length) });
const sent = (files: AttachedFile[]) => {
  const model = { endpointId: 'e', modelId: 'm' };
  return { type: 'send', threadId: 't', messageId: 'q', content: '?', model, tabId: null, files };
};

test('the number of files is limited', () => {
  const many = Array.from({ length: ATTACHED_LIMITS.files - 1 }, (_, index) => file(`${index}`, 1));
  expect(attachmentError(many, file('last', 1))).toBeNull();
  expect(attachmentError([...many, file('last', 1)], file('more', 1))).toEqual({ code: 'too-many', name: 'more' });
});

test('their total size is limited, including in the worker', () => {
  const half = file('half', ATTACHED_LIMITS.bytes / 2);
  expect(attachmentError([half], half)).toBeNull();
  expect(Command.safeParse(sent([half, half])).success).toBe(true);
  expect(attachmentError([half, half], file('more', 1))).toEqual({ code: 'too-much', name: 'more' });
  expect(Command.safeParse(sent([half, half, file('more', 1)])).success).toBe(false);
});

test.each([
  ['@', { from: 0, query: '' }],
  ['@fer', { from: 0, query: 'fer' }],
  ['Compare with @fer', { from: 13, query: 'fer' }],
  ['Two lines\n@фер', { from: 10, query: 'фер' }],
  ['(@fer', { from: 1, query: 'fer' }],
])('a mention is written at the end of %j', (text, mention) => {
  expect(mentionAt(text, text.length)).toEqual(mention);
});

test.each(['', 'ines@example', 'No mention', '@ferry leaves', '@a@b', `@${'x'.repeat(60)}`])(
  'there is none in %j',
  (text) => {
    expect(mentionAt(text, text.length)).toBeNull();
  },
);

test('only the position of the caret counts', () => {
  const text = '@fer and more';
  expect(mentionAt(text, 3)).toEqual({ from: 0, query: 'fe' });
  expect(mentionAt(text, text.length)).toBeNull();
});

test('a PDF that is kept counts with its bytes', () => {
  const half = ATTACHED_LIMITS.bytes / 2;
  const pdf: AttachedFile = { type: 'text', name: 'plan.pdf', text: 'a', pdf: 'b'.repeat(half) };
  expect(attachmentError([file('half', half)], pdf)).toEqual({ code: 'too-much', name: 'plan.pdf' });
  // The largest file that is kept fits into one question together with its text.
  expect((MAX_PDF_FILE_BYTES * 4) / 3).toBeLessThan(ATTACHED_LIMITS.bytes * 0.9);
});
