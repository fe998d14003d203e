import { expect, test } from 'vitest';
import type { ModelMessage } from '../../contracts/model-client.ts';
import { COUNTED_TEXTS, TOKENIZERS } from '../../testing/text/token-counts.ts';
import { contextTokens, fitContext } from './fit-context.ts';

const WINDOW = 8_192;
const BUDGETS = { 'at first': WINDOW * 0.9, 'after a refusal': WINDOW * 0.88 };
/** Tokens that a chat template adds to a message. */
const OF_TEMPLATE = 5;
const O200K = TOKENIZERS.indexOf('o200k_base');

/**
 * Four hundred questions and answers of one text each, whose tokens were counted, so that the tokens of what remains
 * are known.
 */
function conversation(text: string): ModelMessage[] {
  return Array.from({ length: 400 }, (): ModelMessage[] => [
    { role: 'user', content: text },
    { role: 'assistant', content: text, toolCalls: [], reasoning: '', opaque: null },
  ]).flat();
}

const languages = ['en', 'de', 'ru', 'zh', 'ja', 'ko', 'hi', 'th', 'ar'];
const rows = languages.map((language) => {
  const row = COUNTED_TEXTS.find(({ type, name }) => type === 'text' && name === language);
  if (row === undefined) throw new Error(`No text in ${language}`);
  return [language, row] as const;
});

test.each(rows)('a conversation in %s is fitted to most of the window and never beyond it', (_, { text, tokens }) => {
  for (const budget of Object.values(BUDGETS)) {
    const { messages, lost } = fitContext(conversation(text), budget);
    expect(lost).toBe('messages');
    expect(contextTokens(messages)).toBeLessThanOrEqual(budget);
    const counted = messages.length * ((tokens[O200K] ?? 0) + OF_TEMPLATE);
    expect(counted / WINDOW).toBeGreaterThan(0.74);
    expect(counted / WINDOW).toBeLessThan(0.97);
  }
});
