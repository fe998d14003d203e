// provider-quirks section 6: the tokens a server counts. One test a row, by its number.
import { expect, test } from 'vitest';
import { DONE, readReply, stepEnd } from '../testing/quirk-reply.ts';
import { chunk, sse } from '../testing/raw-server.ts';

const text = chunk({ content: 'Hi' }, 'stop');
const usageIn = (body: string) => stepEnd(readReply(body + DONE)).usage;
const counted = { prompt_tokens: 5, completion_tokens: 7 };
const usage = { inputTokens: 5, outputTokens: 7 };

test('83: usage in a chunk without choices, after the finish reason', () => {
  expect(usageIn(text + sse({ choices: [], usage: counted }))).toEqual(usage);
});

test('84: usage in every chunk: the last that says something counts, and nothing is added up', () => {
  const beside = (value: unknown) => sse({ choices: [{ delta: { content: 'a' } }], usage: value });
  expect(usageIn(beside({ prompt_tokens: 5, completion_tokens: 1 }) + beside(counted) + text + beside(null))).toEqual(
    usage,
  );
  expect(usageIn(text + beside(counted) + beside({}))).toEqual(usage);
});

test('85: usage elsewhere, in part, or not at all', () => {
  expect(usageIn(text + sse({ choices: [], x_groq: { usage: counted } }))).toEqual(usage);
  expect(usageIn(sse({ choices: [{ delta: { content: 'a' }, usage: counted }] }) + text)).toEqual(usage);
  expect(usageIn(text + sse({ choices: [], timings: { cache_n: 3, prompt_n: 2, predicted_n: 7 } }))).toEqual(usage);
  expect(usageIn(text + sse({ choices: [], usage: { prompt_tokens: 5 } }))).toEqual({ inputTokens: 5 });
  expect(usageIn(text)).toBeUndefined();
});
