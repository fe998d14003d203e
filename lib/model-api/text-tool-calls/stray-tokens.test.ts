import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { StrayTokens } from './stray-tokens.ts';

function read(...pieces: string[]): string {
  const strays = new StrayTokens();
  return pieces.map((piece) => strays.push(piece)).join('') + strays.end();
}

const TOKENS = [
  '<|im_end|>',
  '<|eot_id|>',
  '<｜end▁of▁sentence｜>',
  '</s>',
  '<eos>',
  '<end_of_turn>',
  '<|endoftext|>',
  '<turn|>',
  '[EOS]',
  '[/INST]',
  '[e~[',
  '[|endofturn|]',
  '<unused0>',
  '<extra_id_1>',
  '<|"|>',
];

describe('control tokens around an answer (quirk: stray-tokens)', () => {
  test.each(TOKENS)('are removed at its end: %s', (token) => {
    for (const gap of ['', '\n', ' '])
      expect(read(`Low tide is at six.${gap}${token}`).trimEnd()).toBe('Low tide is at six.');
    expect(read(`Low tide is at six${token}${token}\n`)).toBe('Low tide is at six');
  });

  test('the end of struck text is no token, in pieces of any size', () => {
    const text = '- Adults: <s>€12</s> €9\n- Dogs: <s>€3</s>';
    expect(read(text)).toBe(text);
    expect(read(...text)).toBe(text);
    expect(read(`${text}</s>`)).toBe(text);
    expect(read('Begin with <s>.\nThat is all.</s>')).toBe('Begin with <s>.\nThat is all.');
  });

  test.each([
    '<|im_start|>assistant\n',
    '<|start_header_id|>assistant<|end_header_id|>\n\n',
    '<start_of_turn>model\n',
    '<|begin_of_text|>',
    '<s> ',
    ']~b]ai\n',
    '[gMASK]<sop><|assistant|>\n',
    '<｜Assistant｜>',
    '[|assistant|]',
  ])('are removed at its beginning, with the role: %j', (tokens) => {
    expect(read(`${tokens}Low tide is at six.`)).toBe('Low tide is at six.');
  });

  test('are removed in an answer that has nothing else', () => {
    expect(read('<|im_start|>assistant\n<|im_end|>')).toBe('');
  });

  test('end an answer where the turn of another role begins after them', () => {
    expect(read('At six.<|im_end|>\n<|im_start|>user\nAnd high tide?<|im_end|>')).toBe('At six.');
    expect(read('At six.<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nThanks.')).toBe('At six.');
    expect(read('At six.</s><|user|>\nAnd?')).toBe('At six.');
    expect(read('At six.<|im_end|>\n<|im_start|>user')).toBe('At six.');
  });

  test('start a new paragraph where the model continues by itself', () => {
    expect(read('At six.<|im_end|>\n<|im_start|>assistant\nHigh tide is at noon.')).toBe(
      'At six.\n\nHigh tide is at noon.',
    );
  });

  test.each([
    'The end is written as `<|im_end|>`',
    'Zephyr writes "<|user|>"',
    'Its token is: <|eot_id|>',
    'It ends with </s>',
    '```\n<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\nHello<|im_end|>\n```',
    '```\nHi<|im_end|>',
    '<|im_start|> begins a message.',
    'Between <|im_start|> and <|im_end|> stands a message.',
    '<b>Low</b> tide is at six.',
    '[Tides](https://example.com) are below.',
    'See [1]',
    'a < b',
    'Assistant',
    '',
    '\n',
  ])('are kept if an answer writes about them, and if text only looks like them: %j', (text) => {
    expect(read(text)).toBe(text);
  });

  test('are removed regardless of how the text is split', () => {
    const piece = fc.constantFrom(
      ...TOKENS,
      '<|im_start|>',
      'assistant',
      'user',
      '\n',
      ' ',
      'At six.',
      '`',
      '<',
      'a',
      ':',
      '[',
    );
    const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, fc.array(fc.nat(60), { maxLength: 8 }), (whole, cuts) => {
        const ends = [...cuts.map((cut) => Math.min(cut, whole.length)).sort((a, b) => a - b), whole.length];
        expect(read(...ends.map((end, at) => whole.slice(ends[at - 1] ?? 0, end)))).toBe(read(whole));
      }),
      { numRuns: 2_000 },
    );
  });
});
