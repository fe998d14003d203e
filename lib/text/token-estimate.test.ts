import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COUNTED_TEXTS, medianTokens, TOKENIZERS } from '../testing/text/token-counts.ts';
import { estimateTokens, MIN_SHARE_OF_ESTIMATE, textAtEnd, textAtStart } from './token-estimate.ts';

/**
 * The estimate of every text is within these shares of the median count. For nine texts in ten, it is within `USUAL`.
 */
const BAND = { least: 0.8, most: 1.6 };
const USUAL = { least: 0.86, most: 1.25 };

/**
 * Real counts for runs of blanks and meaningless letters differ too much from those for prose to be estimated as
 * accurately.
 */
const BAND_OF_KIND: Record<string, { least: number; most: number }> = {
  whitespace: { least: 0.7, most: 1.6 },
};

/** Languages of the interface, and others in wide use. */
const INTERFACE_LANGUAGES = [
  'en',
  'de',
  'fr',
  'es',
  'pt',
  'it',
  'pl',
  'tr',
  'ru',
  'hi',
  'ar',
  'zh',
  'zh-TW',
  'ja',
  'ko',
  'th',
];

const computeRatio = (row: (typeof COUNTED_TEXTS)[number]) => estimateTokens(row.text) / medianTokens(row);

describe('the estimate and the counts of real tokenizers', () => {
  test('every row has a count of each tokenizer', () => {
    expect(TOKENIZERS).toHaveLength(6);
    expect(COUNTED_TEXTS.filter(({ tokens }) => tokens.length !== TOKENIZERS.length)).toEqual([]);
  });

  test.each(COUNTED_TEXTS.map((row) => [`${row.name} (${row.script ?? 'any script'})`, row] as const))(
    'agree for %s',
    (_, row) => {
      const { least, most } = BAND_OF_KIND[row.name] ?? BAND;
      expect(computeRatio(row)).toBeGreaterThanOrEqual(least);
      expect(computeRatio(row)).toBeLessThanOrEqual(most);
    },
  );

  test('agree closely for nine texts in ten', () => {
    const close = COUNTED_TEXTS.filter((row) => computeRatio(row) >= USUAL.least && computeRatio(row) <= USUAL.most);
    expect(close.length).toBeGreaterThanOrEqual(COUNTED_TEXTS.length * 0.9);
  });

  /**
   * Llama 3, whose vocabulary contains hardly any Hindi, and DeepSeek count up to twice as many tokens as the others.
   */
  test.each([...INTERFACE_LANGUAGES])('is not far below the highest count in %s', (language) => {
    const rows = COUNTED_TEXTS.filter(({ type, name }) => type === 'text' && name === language);
    expect(rows).not.toEqual([]);
    for (const row of rows) expect(estimateTokens(row.text) / Math.max(...row.tokens)).toBeGreaterThanOrEqual(0.65);
  });

  test('at least forty languages have a text', () => {
    expect(
      new Set(COUNTED_TEXTS.flatMap(({ type, name }) => (type === 'text' ? [name] : []))).size,
    ).toBeGreaterThanOrEqual(40);
  });
});

describe('every script of Unicode', () => {
  const scripts = [...new Set(COUNTED_TEXTS.flatMap(({ script }) => (script === null ? [] : [script])))];

  /** Whether this engine's version of Unicode has the script. */
  function isKnown(script: string): boolean {
    try {
      return new RegExp(`\\p{Script=${script}}`, 'u').test('') || true;
    } catch {
      return false;
    }
  }

  test('has a counted text', () => {
    const names = scripts.filter(isKnown).map((script) => `\\p{Script=${script}}`);
    const inNoScript = new RegExp(
      `[^${names.join('')}\\p{Script=Common}\\p{Script=Inherited}\\p{Script=Unknown}]`,
      'u',
    );
    expect(allCharacters().filter((character) => inNoScript.test(character))).toEqual([]);
  });

  test('is what the texts are written in', () => {
    for (const { text, script } of COUNTED_TEXTS) {
      if (script !== null && isKnown(script)) expect(text).toMatch(new RegExp(`\\p{Script=${script}}`, 'u'));
    }
  });

  test('has no character without tokens', () => {
    expect(allCharacters().filter((character) => estimateTokens(character) < 1)).toEqual([]);
  });

  test('has no character of which many are as good as nothing', () => {
    const free = allCharacters()
      .slice(0, 0x3000)
      .filter((character) => estimateTokens(character.repeat(100)) < 2);
    expect(free).toEqual([]);
  });
});

function allCharacters(): string[] {
  return Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code));
}

describe('the estimate of two texts', () => {
  const texts = COUNTED_TEXTS.map(({ text }) => text);
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'aAzZéßяЯ 09.,-\n\t\u0301ҷहि한中ก😀\ud800') }),
    fc.constantFrom(...texts).chain((text) => fc.nat(text.length).map((end) => text.slice(0, end))),
  );

  test('is the sum of both, give or take three tokens', () => {
    fc.assert(
      fc.property(anyText, anyText, (one, other) => {
        const sum = estimateTokens(one) + estimateTokens(other);
        expect(Math.abs(estimateTokens(one + other) - sum)).toBeLessThanOrEqual(3);
      }),
      { numRuns: 2_000 },
    );
  });

  test('is never less than that of one', () => {
    fc.assert(
      fc.property(anyText, anyText, (one, other) => {
        expect(estimateTokens(one + other)).toBeGreaterThanOrEqual(
          Math.max(estimateTokens(one), estimateTokens(other)),
        );
      }),
      { numRuns: 2_000 },
    );
  });
});

test('an empty text has no tokens', () => {
  expect(estimateTokens('')).toBe(0);
});

test('a text of two million characters does not take more than linear time', () => {
  const text = texts(20_000);
  const long = texts(2_000_000);
  expect(estimateTokens(long) / estimateTokens(text)).toBeGreaterThan(80);

  function texts(length: number): string {
    const all = COUNTED_TEXTS.map((row) => row.text).join('\n');
    return all.repeat(Math.ceil(length / all.length)).slice(0, length);
  }
});

describe('a part of a text', () => {
  const LONG_TEXT = COUNTED_TEXTS.map(({ text }) => text).join('\n');

  test.each([10, 500, 7_000])('at the start and at the end has about %i tokens', (tokens) => {
    for (const part of [textAtStart(LONG_TEXT, tokens), textAtEnd(LONG_TEXT, tokens)]) {
      expect(estimateTokens(part)).toBeLessThanOrEqual(tokens * 1.05 + 5);
      expect(estimateTokens(part)).toBeGreaterThanOrEqual(tokens * 0.9 - 5);
    }
    expect(LONG_TEXT.startsWith(textAtStart(LONG_TEXT, tokens))).toBe(true);
    expect(LONG_TEXT.endsWith(textAtEnd(LONG_TEXT, tokens))).toBe(true);
  });

  test('is the whole text if that has no more tokens, and nothing for no tokens', () => {
    expect(textAtStart('Low water.', 100)).toBe('Low water.');
    expect(textAtEnd('Low water.', 100)).toBe('Low water.');
    expect(textAtStart('Low water.', 0)).toBe('');
    expect(textAtEnd('Low water.', 0)).toBe('');
  });

  test('never begins or ends within a surrogate pair', () => {
    const text = '😀'.repeat(2_000);
    for (let tokens = 1; tokens < 60; tokens++) {
      expect(textAtStart(text, tokens).isWellFormed()).toBe(true);
      expect(textAtEnd(text, tokens).isWellFormed()).toBe(true);
    }
  });
});

test('no tokenizer counts less than the share of the estimate that is taken for certain, in languages of the interface', () => {
  const shares = COUNTED_TEXTS.filter(({ type, name }) => type === 'text' && INTERFACE_LANGUAGES.includes(name)).map(
    ({ text, tokens }) => Math.min(...tokens) / estimateTokens(text),
  );
  expect(Math.min(...shares)).toBeGreaterThanOrEqual(MIN_SHARE_OF_ESTIMATE);
});
