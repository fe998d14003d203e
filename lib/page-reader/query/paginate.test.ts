import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildMarkdownBlocks } from '../../testing/page-reader/markdown-blocks.ts';
import { estimateTokens } from '../../text/token-estimate.ts';
import { joinBlocks } from '../document/markdown-text.ts';
import { BEGINNING, cursorAt, numberRange, type Position, paginate, parseCursor, resolveCursor } from './paginate.ts';

function allParts(blocks: ReturnType<typeof buildMarkdownBlocks>, maxTokens: number): string[] {
  const texts: string[] = [];
  for (let start: Position | null = BEGINNING; start; ) {
    const part = paginate(blocks, { start, maxTokens });
    texts.push(part.text.replace(/^\(continued, under: [^\n]*\)\n\n/, ''));
    start = part.next;
  }
  return texts;
}

describe('paginate', () => {
  test('is one part when it fits', () => {
    const blocks = buildMarkdownBlocks('# Title', 'One.', '- a', '- b');
    const part = paginate(blocks, { start: BEGINNING, maxTokens: 100 });
    expect(part).toMatchObject({ text: '# Title\n\nOne.\n\n- a\n- b', next: null, remaining: 0 });
    expect(part.total).toBe(blocks.reduce((sum, block) => sum + estimateTokens(block.markdown), 0));
  });

  test('is split between blocks and reports the rest', () => {
    const blocks = buildMarkdownBlocks('First block of words.', 'Second block of words.', 'Third block of words.');
    const part = paginate(blocks, { start: BEGINNING, maxTokens: 11 });
    expect(part.text).toBe('First block of words.\n\nSecond block of words.');
    expect(part.next).toEqual({ block: 2, offset: 0 });
    expect(part.remaining).toBe(estimateTokens('Third block of words.'));
  });

  test('continues under the same headings', () => {
    const blocks = buildMarkdownBlocks('# Guide', '## Install', 'Text one.', 'Text two.');
    expect(paginate(blocks, { start: { block: 3, offset: 0 }, maxTokens: 35 }).text).toBe(
      '(continued, under: Guide > Install)\n\nText two.',
    );
  });

  test('does not end with a heading', () => {
    const blocks = buildMarkdownBlocks('Some text here.', '## Next', '### Sub', 'A long text below the heading.');
    expect(paginate(blocks, { start: BEGINNING, maxTokens: 10 }).text).toBe('Some text here.');
  });

  test('ends before the given block', () => {
    const blocks = buildMarkdownBlocks('# A', 'One.', '# B', 'Two.');
    expect(paginate(blocks, { start: BEGINNING, end: 2, maxTokens: 100 })).toMatchObject({
      text: '# A\n\nOne.',
      next: null,
    });
  });

  test('splits a block that is too long by itself', () => {
    const texts = allParts(buildMarkdownBlocks('Intro.', 'One sentence. '.repeat(60).trim(), 'End.'), 60);
    expect(texts.length).toBeGreaterThan(2);
    expect(texts.every((text) => estimateTokens(text) <= 75)).toBe(true);
    expect(texts.join(' ').match(/sentence/g)).toHaveLength(60);
    expect(texts.at(-1)).toContain('End.');
  });

  test('leaves no small rest for a separate part', () => {
    const blocks = Array.from({ length: 11 }, (_, n) => `Block ${n} with some words.`);
    const [one = 0] = blocks.map(estimateTokens);
    expect(allParts(buildMarkdownBlocks(...blocks.slice(0, 11)), 10 * one)).toHaveLength(1);
    expect(allParts(buildMarkdownBlocks(...blocks, ...blocks.slice(0, 4)), 10 * one)).toHaveLength(2);
  });

  test('repeats the header of a table that is split, and never splits a row', () => {
    const rows = Array.from({ length: 60 }, (_, n) => `| item ${n} | ${n * 7} |`);
    const texts = allParts(buildMarkdownBlocks(['| Name | Count |', '| --- | --- |', ...rows].join('\n')), 120);
    expect(texts.length).toBeGreaterThan(3);
    for (const text of texts) {
      expect(text).toMatch(/^\| Name \| Count \|\n\| --- \| --- \|\n(?:\| item \d+ \| \d+ \|\n?)+$/);
    }
    expect(texts.join('\n').match(/item \d+/g)).toHaveLength(60);
  });

  test('closes the fence of code that is split, and opens it again', () => {
    const code = `\`\`\`ts\n${Array.from({ length: 60 }, (_, n) => `const value${n} = ${n};`).join('\n')}\n\`\`\``;
    const texts = allParts(buildMarkdownBlocks(code), 120);
    expect(texts.length).toBeGreaterThan(3);
    for (const text of texts) expect(text).toMatch(/^```ts\n[^`]*\n```$/);
  });

  test('returns an empty page unchanged', () => {
    expect(paginate([], { start: BEGINNING, maxTokens: 10 })).toEqual({ text: '', next: null, total: 0, remaining: 0 });
  });

  test('loses and repeats nothing, regardless of where it is split', () => {
    const word = fc.stringMatching(/^[a-z]{1,12}$/);
    const paragraph = fc.array(word, { minLength: 1, maxLength: 60 }).map((words) => words.join(' '));
    const heading = word.map((title) => `## ${title}`);
    fc.assert(
      fc.property(
        fc.array(fc.oneof(paragraph, heading), { maxLength: 12 }),
        fc.integer({ min: 30, max: 100 }),
        (texts, maxTokens) => {
          const words = (text: string) => text.split(/\s+/).join(' ');
          expect(words(allParts(buildMarkdownBlocks(...texts), maxTokens).join('\n'))).toBe(words(joinBlocks(texts)));
        },
      ),
    );
  });
});

const blocks = buildMarkdownBlocks('First block.', 'Second block.', 'Third [block](https://example.org/long).');
const cursor = cursorAt({ block: 2, offset: 3 }, 'whole', blocks, 'abc');

/** The position of `cursor` on a page of these blocks. */
function resolve(onPage: typeof blocks, snapshot: string) {
  const parsed = parseCursor(cursor);
  return parsed.type === 'place' ? resolveCursor(parsed, onPage, snapshot) : undefined;
}

describe('a cursor', () => {
  test('leads to its place in its view', () => {
    expect(resolve(blocks, 'abc')).toEqual({ position: { block: 2, offset: 3 }, changed: false });
    expect(parseCursor(cursor)).toMatchObject({ view: 'whole' });
    expect(parseCursor(cursorAt({ block: 0, offset: 0 }, 'main', blocks, 'abc'))).toMatchObject({ view: 'main' });
  });

  test('finds its text after the page has grown, and reports the change', () => {
    const grown = buildMarkdownBlocks('News!', 'More news!', ...blocks.map((block) => block.markdown));
    expect(resolve(grown, 'def')).toEqual({ position: { block: 4, offset: 3 }, changed: true });
  });

  test('does not depend on link addresses', () => {
    const short = buildMarkdownBlocks('First block.', 'Second block.', 'Third [block](L7).');
    expect(resolve(short, 'abc')?.position).toEqual({ block: 2, offset: 3 });
  });

  test('is null if its text is gone', () => {
    expect(resolve(blocks.slice(0, 1), 'def')).toBeNull();
    expect(resolve([], 'def')).toBeNull();
  });

  test('is read as the number of a part, if small', () => {
    for (const text of ['2', ' 2 ', 'page 2', 'Part 2', 'part: 2', '#2', 'Seite 2']) {
      expect(parseCursor(text), text).toEqual({ type: 'part', number: 2 });
    }
    expect(parseCursor('0')).toEqual({ type: 'part', number: 1 });
  });

  test('is unknown otherwise', () => {
    for (const text of ['', 'next page', '1.2', 'm-1.0.abc.def', '2026', 'The Guide', 'S2']) {
      expect(parseCursor(text), text).toEqual({ type: 'unknown' });
    }
  });
});

test.each([
  ['', 1, Number.POSITIVE_INFINITY],
  ['all', 1, Number.POSITIVE_INFINITY],
  ['3', 3, 3],
  ['10-20', 10, 20],
  ['rows 10 – 20', 10, 20],
  ['30-', 30, Number.POSITIVE_INFINITY],
  ['-5', 1, 5],
  ['0', 1, 1],
  ['9-2', 9, 9],
])('%j names numbers from %d to %d', (text, first, last) => {
  expect(numberRange(text)).toEqual({ first, last });
});
