import { describe, expect, test } from 'vitest';
import { cutWindow } from './response-reader.ts';

const prose = (characters: number) => 'The tide comes in. '.repeat(Math.ceil(characters / 19)).slice(0, characters);

describe('a truncated conversation is detected', () => {
  test.each([
    ['to what Ollama takes by default', 40_000, 4096, 4096],
    ['to just under it', 40_000, 3700, 4096],
    ['to a smaller window', 20_000, 2048, 2048],
    ['to a larger one', 100_000, 8190, 8192],
  ])('%s', (_what, characters, inputTokens, window) => {
    expect(cutWindow(prose(characters), inputTokens)).toBe(window);
  });
});

describe('a complete conversation is accepted', () => {
  test.each([
    ['all of it was read', 16_000, 4000],
    ['the words were long', 16_400, 3000],
    ['what was read is no window', 100_000, 5000],
    ['only what was new was counted', 100_000, 812],
    ['nothing was counted', 100_000, 0],
  ])('if %s', (_what, characters, inputTokens) => {
    expect(cutWindow(prose(characters), inputTokens)).toBeNull();
  });

  test('if most of it was white space and lines, which make few tokens', () => {
    expect(cutWindow(`${prose(12_000)}${' '.repeat(30_000)}${'-'.repeat(10_000)}`, 4000)).toBeNull();
  });
});
