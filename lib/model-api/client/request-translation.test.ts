import { describe, expect, test } from 'vitest';
import type { ModelRequest } from '../../contracts/index.ts';
import { type ScriptLine, STEP_END, scriptedModel, scriptedText } from '../../testing/agent/scripted-model.ts';
import { readTranslations, requestText, translationRequest } from './request-translation.ts';

test('a request contains the texts as data, and nothing else', () => {
  const request = translationRequest('m', 'pt-BR', ['Low <1>tide</1>', 'High tide'], 'random');
  expect(request.system).toContain('Brazilian Portuguese (pt-BR)');
  expect(request.messages).toHaveLength(1);
  expect(request.messages[0]?.content).toMatch(
    /^\[data ([a-z]{12})\]\n\[\[1\]\] Low <1>tide<\/1>\n\[\[2\]\] High tide\n\[end \1\]$/,
  );
  expect(request).toMatchObject({ tools: [], toolMode: 'none' });
});

describe('translations in an answer', () => {
  const read = (answer: string) => readTranslations(answer, ['Low tide', 'High tide']);

  test('are read by their numbers, in any order, on several lines and inside a block of code', () => {
    expect(read('[[1]] Ebbe\n[[2]] Flut')).toEqual(['Ebbe', 'Flut']);
    expect(read('Here you are:\n\n[[2]]\nFlut\n\n[[1]] Ebbe,\ndas Wasser')).toEqual(['Ebbe, das Wasser', 'Flut']);
    expect(read('```text\n[[1]] Ebbe\n[[2]] Flut\n```')).toEqual(['Ebbe', 'Flut']);
  });

  test('of a text that is missing, much too long or repeated are none, and the first one', () => {
    expect(read('[[2]] Flut\n[[2]] Ebbe\n[[3]] Mehr')).toEqual(['', 'Flut']);
    expect(read(`[[1]] ${'Ebbe '.repeat(200)}\n[[2]] Flut`)).toEqual(['', 'Flut']);
  });

  test('of a single text need no number', () => {
    expect(readTranslations('Ebbe\n', ['Low tide'])).toEqual(['Ebbe']);
    expect(read('Ebbe und Flut')).toEqual(['', '']);
  });
});

describe('a request for text', () => {
  const request = translationRequest('m', 'de', ['Low tide'], 'random');
  const signal = new AbortController().signal;

  function ask(script: (request: ModelRequest) => ScriptLine[]) {
    const client = scriptedModel(script);
    const waits: number[] = [];
    const access = {
      connect: async () => ({ client }),
      learn: async () => undefined,
      sleep: async (ms: number) => void waits.push(ms),
    };
    return requestText(access, request, signal).then((result) => ({ result, waits, requests: client.requests }));
  }

  test('returns the text without reasoning', async () => {
    const { result } = await ask(() => [
      ...scriptedText('Let me think'),
      { type: 'text-to-reasoning' },
      ...scriptedText('Ebbe'),
      STEP_END,
    ]);
    expect(result).toEqual({ text: 'Ebbe' });
  });

  test('is sent again as often as in a run, after the wait that the server requested', async () => {
    const failure = { code: 'rate-limit', reason: { type: 'too-many-requests', host: 'h' }, retryable: true } as const;
    const { result, waits, requests } = await ask(() => [
      { type: 'retry', reason: 'retry', observation: null, afterMs: 2_000, failure },
    ]);
    expect(result).toEqual({ failure });
    expect(waits).toEqual([2_000, 2_000]);
    expect(requests.map(({ attempt }) => attempt)).toEqual([0, 1, 2]);
  });

  test('omits the last text of an answer that was cut off', async () => {
    const { result } = await ask(() => [...scriptedText('[[1]] Ebbe\n[[2]] Fl'), { type: 'interrupted', detail: '' }]);
    expect(result).toEqual({ text: '[[1]] Ebbe\n' });
  });

  test('ends an answer that never ends', async () => {
    const { result } = await ask(() => [...scriptedText('word '.repeat(2_000)), STEP_END]);
    expect('text' in result && result.text.length).toBeLessThan(6_000);
  });
});
