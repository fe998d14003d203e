import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ModelMessage } from '../../contracts/model-client.ts';
import { contextTokens, fitContext } from './fit-context.ts';

const user = (content: string): ModelMessage => ({ role: 'user', content });
const assistant = (content: string, ...ids: string[]): ModelMessage => ({
  role: 'assistant',
  content,
  toolCalls: ids.map((toolCallId) => ({ toolCallId, toolName: 'read', input: {} })),
  reasoning: '',
  opaque: null,
});
const result = (toolCallId: string, content: string): ModelMessage => ({
  role: 'tool',
  toolCallId,
  toolName: 'read',
  content,
  isError: false,
});
/** Ten digits are seven tokens. */
const long = (mark: string, length = 10_000) => `${mark}${'7'.repeat(Math.max(0, length - 2))}${mark}`;
const reading = (id: string, length?: number) => [assistant('', id), result(id, long(id, length))];

test('a conversation that fits is unchanged', () => {
  const messages = [user('Why?'), ...reading('a')];
  expect(fitContext(messages, 14_000)).toEqual({ messages, lost: null, isPageCut: false });
});

test('older results are shortened first, oldest first, and keep head and tail with a note', () => {
  const messages = [user('Why?'), ...reading('a'), ...reading('b'), ...reading('c')];
  const { messages: fitted, lost } = fitContext(messages, 15_750);
  expect(lost).toBe('results');
  expect(fitted[2]?.content).toMatch(/^a7+\n\[shortened: \d+ of 10000 characters; read again if needed\]\n7+a$/);
  expect(fitted.slice(3)).toEqual(messages.slice(3));
  expect(contextTokens(fitted)).toBeLessThan(16_100);
});

test('steps without new results are omitted before any result is shortened, and the question says so', () => {
  const again = (id: string): ModelMessage[] => [
    assistant('', id),
    { role: 'tool', toolCallId: id, toolName: 'read', content: long(id, 400), isError: false, isRepeat: true },
  ];
  const failed = (id: string): ModelMessage[] => [
    assistant('', id),
    { role: 'tool', toolCallId: id, toolName: 'read', content: long(id, 100), isError: true },
  ];
  const messages = [user('Why?'), ...reading('a'), ...again('b'), ...failed('c'), ...reading('d', 500), ...again('e')];
  const { messages: fitted, lost } = fitContext(messages, 8_000);
  expect(lost).toBe('results');
  expect(fitted[0]?.content).toBe('Why?\n\n[2 tool calls for this omitted: over the length limit]');
  expect(fitted.slice(1)).toEqual([...messages.slice(1, 3), ...messages.slice(-4)]);
});

test('a run of many calls fits in the end, though no result of it can be shortened', () => {
  const calls = Array.from({ length: 60 }, (_, n) => reading(`${n}`, 200)).flat();
  const { messages: fitted } = fitContext([user('Why?'), ...calls], 4_200);
  expect(contextTokens(fitted)).toBeLessThan(4_270);
  expect(fitted.at(-1)).toEqual(calls.at(-1));
  expect(fitted[0]?.content).toMatch(/^Why\?\n\n\[\d\d tool calls for this omitted: over the length limit\]$/);
});

test('then exchanges are omitted, oldest first, except the first question and the last exchange', () => {
  const old = Array.from({ length: 6 }, (_, n) => [user(`Question ${n}?`), assistant(long(`${n}`, 2_000))]).flat();
  const messages = [...old, user('And now?'), ...reading('a', 3_000)];
  const { messages: fitted, lost } = fitContext(messages, 4_200);
  expect(lost).toBe('messages');
  expect(fitted[0]?.content).toBe('Question 0?\n\n[9 messages omitted: over the length limit]');
  expect(fitted.slice(1)).toEqual(messages.slice(10));
});

test('results that the model has not answered yet are shortened last, and less', () => {
  const { messages: fitted } = fitContext([user('Why?'), ...reading('a', 50_000)], 6_300);
  expect(fitted[2]?.content.length).toBeGreaterThan(4_200);
  expect(fitted[2]?.content.length).toBeLessThan(9_200);
});

test('a turn created for Continue stays with the answer that it continues', () => {
  const messages = [user('One?'), assistant(long('1')), user('Two?'), assistant(long('2')), user('Continue.')];
  expect(fitContext(messages, 7_700).messages.slice(1)).toEqual(messages.slice(2));
});

const step = fc
  .tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 9_000 }))
  .map(([calls, length]) => ({ calls, length }));
const conversation = fc.array(fc.array(step, { maxLength: 4 }), { minLength: 1, maxLength: 5 }).map((exchanges) =>
  exchanges.flatMap((steps, exchange) => [
    user(`Question ${exchange}`),
    ...steps.flatMap(({ calls, length }, index) => {
      const ids = Array.from({ length: calls }, (_, call) => `${exchange}-${index}-${call}`);
      return [assistant('so', ...ids), ...ids.map((id) => result(id, long(id, length)))];
    }),
  ]),
);

test('for any conversation and room, calls and results stay together, and the first question and the last exchange stay', () => {
  fc.assert(
    fc.property(conversation, fc.integer({ min: 0, max: 60_000 }), (messages, budget) => {
      const { messages: fitted } = fitContext(messages, budget);
      const expected = fitted.flatMap((message) =>
        message.role === 'assistant' ? message.toolCalls.map((call) => call.toolCallId) : [],
      );
      const results = fitted.flatMap((message) => (message.role === 'tool' ? [message.toolCallId] : []));
      expect(results).toEqual(expected);
      expect(fitted[0]?.content).toMatch(/^Question 0/);
      expect(contextTokens(fitted)).toBeLessThanOrEqual(contextTokens(messages) + 60);
      const ofLast = (all: readonly ModelMessage[]) => all.slice(all.findLastIndex(({ role }) => role === 'user'));
      const [kept, before] = [ofLast(fitted), ofLast(messages)].map((all) => all.map(({ role }) => role).join());
      if (contextTokens(messages) <= budget) expect(kept).toBe(before);
      const lastStep = before?.slice(before.lastIndexOf('assistant'));
      expect(kept?.endsWith(lastStep ?? '')).toBe(true);
    }),
    { numRuns: 500 },
  );
});

const withFile = (content: string, text: string): ModelMessage => ({
  role: 'user',
  content,
  attached: { delimiter: 'f', data: [{ label: 'A file:', text }], images: [] },
});
const getFileText = (message: ModelMessage | undefined) =>
  message?.role === 'user' ? (message.attached?.data[0]?.text ?? '') : '';

test('files of earlier questions are shortened like results, before those of the last question', () => {
  const messages = [withFile('Why?', long('a')), assistant('So.'), withFile('And this?', long('b'))];
  const { messages: fitted, lost } = fitContext(messages, 10_500);
  expect(lost).toBe('files');
  expect(getFileText(fitted[0])).toMatch(/^a7+\n\[shortened: \d+ of 10000 characters; the rest does not fit\]\n7+a$/);
  expect(fitted.slice(1)).toEqual(messages.slice(1));
});

test('a file too large for the model is shortened last, and its question stays complete', () => {
  const { messages: fitted, lost } = fitContext([withFile('Why?', long('a', 50_000))], 7_000);
  expect(lost).toBe('files');
  expect(fitted[0]?.content).toBe('Why?');
  expect(contextTokens(fitted)).toBeLessThan(7_350);
});

const withPage = (content: string, page: 'needed' | 'earlier', mark: string): ModelMessage => {
  const text = Array.from({ length: 100 }, (_, n) => `Block ${n} of ${mark}${'7'.repeat(80)}`).join('\n\n');
  return {
    role: 'user',
    content,
    attached: { delimiter: 'f', data: [{ label: 'The page:', text, page }], images: [] },
  };
};

test('pages that only earlier questions needed go first, the oldest before the others', () => {
  const messages = [
    withPage('One?', 'earlier', 'a'),
    ...reading('a', 4_000),
    withPage('Two?', 'earlier', 'b'),
    assistant('So.'),
    withPage('Three?', 'needed', 'c'),
  ];
  const { messages: fitted, lost } = fitContext(messages, 17_500);
  expect(lost).toBe('pages');
  expect(getFileText(fitted[0])).toBe('[omitted: over the length limit]');
  expect(fitted.slice(1)).toEqual(messages.slice(1));
});

test('a page that the run needs stays, and moves to the last question when its own is omitted', () => {
  const messages = [
    user('One?'),
    assistant(long('1')),
    withPage('Two?', 'needed', 'b'),
    assistant(long('2')),
    user('And now?'),
  ];
  const { messages: fitted, isPageCut } = fitContext(messages, 8_400);
  expect(isPageCut).toBe(false);
  expect(fitted).toHaveLength(2);
  expect(getFileText(fitted[1])).toContain('Block 99 of b');
});

test('a page too large for the model is truncated last, between two of its blocks', () => {
  const { messages: fitted, lost, isPageCut } = fitContext([withPage('Why?', 'needed', 'a')], 4_200);
  expect({ lost, isPageCut }).toEqual({ lost: 'page', isPageCut: true });
  expect(getFileText(fitted[0])).toMatch(
    /Block \d+ of a7{80}\n\n\[the rest of the page is omitted: over the length limit\]$/,
  );
  expect(contextTokens(fitted)).toBeLessThan(4_340);
});

test('where nothing can be shortened, no loss is reported', () => {
  const messages: ModelMessage[] = [{ role: 'user', content: 'When does the lock close?' }];
  expect(fitContext(messages, 1)).toEqual({ messages, lost: null, isPageCut: false });
});
