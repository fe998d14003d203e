import { describe, expect, test } from 'vitest';
import { answerLimit } from './answer-limit-refusal.ts';

describe('the most tokens of an answer', () => {
  test.each<[server: string, text: string, limit: number]>([
    ['Anthropic', 'max_tokens: 20000 > 8192, which is the maximum allowed number of output tokens for m', 8_192],
    [
      'OpenAI',
      'max_tokens is too large: 20000. This model supports at most 16384 completion tokens, whereas you provided 20000.',
      16_384,
    ],
    [
      'Groq',
      '`max_completion_tokens` must be less than or equal to `8192`, the maximum value for `max_completion_tokens` is less than the `context_window` for this model',
      8_192,
    ],
    ['DeepSeek', 'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]', 8_192],
    ['Alibaba', 'Range of max_tokens should be [1, 16384]', 16_384],
    [
      'Vertex',
      'Unable to submit request because it has a maxOutputTokens value of 70000 but the supported range is from 1 (inclusive) to 65537 (exclusive).',
      65_536,
    ],
    [
      'Bedrock',
      'The maximum tokens you requested exceeds the model limit of 4096. Try again with a maximum tokens value that is lower than 4096.',
      4_096,
    ],
    ['Cohere', 'too many tokens: max_tokens must be less than or equal to 4000', 4_000],
    ['a strict gateway', 'max_output_tokens: Input should be less than or equal to 32000', 32_000],
    [
      'vLLM',
      "'max_tokens' or 'max_completion_tokens' is too large: 16384. This model's maximum context length is 8192 tokens and your request has 900 input tokens (16384 > 8192 - 900).",
      4_096,
    ],
    [
      'OpenRouter',
      "This endpoint's maximum context length is 8192 tokens. However, you requested about 20300 tokens (3916 of text input, 16384 in the output). Please reduce the length of either one.",
      4_096,
    ],
    ['a server that names none', 'max_tokens is too large', 4_096],
  ])('is read from the text of %s', (_, text, limit) => {
    expect(answerLimit(text)).toBe(limit);
  });

  test.each([
    [
      'a prompt that fills the window',
      "This model's maximum context length is 8192 tokens. However, you requested 24000 tokens (8000 in the messages, 16000 in the completion).",
    ],
    ['no room at all', 'max_tokens must be at least 1, got -412.'],
    [
      'another name',
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    ],
    ['a budget', '`max_tokens` must be greater than `thinking.budget_tokens`'],
    ['the prompt', 'prompt is too long: 210000 tokens > 200000 maximum'],
    ['a code', 'max_tokens_exceeded'],
    ['the input', 'The input token count (90000) exceeds the maximum number of tokens allowed (65536).'],
    ['the tokens of a request', 'too many tokens: the maximum number of tokens is 8192'],
    ['something else', 'The model does not exist'],
  ])('is not read from text about %s', (_, text) => {
    expect(answerLimit(text)).toBeNull();
  });
});
