import { expect, test } from 'vitest';
import { STEP_END, scriptedModel, scriptedText } from '../../testing/agent/scripted-model.ts';
import { cleanTitle, requestTitle, titleRequest } from './request-title.ts';

const signal = new AbortController().signal;
const request = titleRequest('m', 'Why tides?', 'x'.repeat(5_000), 'random');

test('a title request contains a short excerpt as data', () => {
  const [message] = request.messages;
  expect(message?.content.length).toBeLessThan(900);
  expect(message?.content).toMatch(/^\[data [a-z]{12}\]\nQuestion: Why tides\?/);
  expect(request).toMatchObject({ tools: [], toolMode: 'none', maxOutputTokens: 200 });
});

test('secrets in question and answer are masked in a title request', () => {
  const sent = JSON.stringify(titleRequest('m', 'Why is 4111 1111 1111 1111 refused?', 'It is.', 'random').messages);
  expect(sent).toContain('[masked: card number]');
  expect(sent).not.toContain('4111');
});

test('quotes, marks and labels around a title are removed', () => {
  expect(cleanTitle('Title: "The moon and the sea"\n\nI chose this because …')).toBe('The moon and the sea');
  expect(cleanTitle('**Gezeiten.**')).toBe('Gezeiten');
  expect(cleanTitle('# 潮汐')).toBe('潮汐');
  expect(cleanTitle('  \n')).toBeNull();
  expect(cleanTitle('word '.repeat(40))).toHaveLength(80);
});

test('a secret is masked in a title request although the excerpt ends within it', () => {
  const before = 'word '.repeat(118);
  for (const [question, answer] of [
    [`${before}4111 1111 1111 1111`, ''],
    ['', `${before}4111 1111 1111 1111`],
  ] as const)
    expect(titleRequest('m', question, answer, 'random').messages[0]?.content).not.toContain('4111');
});

test('a title has no characters that show nothing or reorder text', () => {
  expect(cleanTitle('Tides\u202e and\u200b\u{e0041} moon')).toBe('Tides and moon');
});

test('a refusal or a broken response gives no title', async () => {
  const failure = { code: 'network', message: 'gone', retryable: true } as const;
  expect(
    await requestTitle(
      scriptedModel(() => [{ type: 'failure', failure }]),
      request,
      signal,
    ),
  ).toBeNull();
  expect(
    await requestTitle(
      scriptedModel(() => [...scriptedText('The sea'), STEP_END]),
      request,
      signal,
    ),
  ).toBe('The sea');
});
