import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PageBlock } from '../protocol/page.ts';
import { joinBlocks } from './join-blocks.ts';
import { CursorError, paginate } from './paginate.ts';

function blocksOf(...markdown: string[]): PageBlock[] {
  return markdown.map((text) => ({
    markdown: text,
    kind: 'paragraph',
    headingLevel: /^#+(?= )/.exec(text)?.[0].length ?? null,
  }));
}

function allParts(blocks: PageBlock[], maxChars: number): string[] {
  const texts: string[] = [];
  for (let cursor: string | null = null; ; ) {
    const part = paginate(blocks, { cursor, maxChars });
    texts.push(part.text.replace(/^\(continued, under: [^\n]*\)\n\n/, ''));
    if (part.next === null) return texts;
    cursor = part.next;
  }
}

describe('a page in parts', () => {
  it('is one part when it fits', () => {
    const blocks = blocksOf('# Title', 'One.', '- a', '- b');
    expect(paginate(blocks, { cursor: null, maxChars: 100 })).toEqual({
      text: '# Title\n\nOne.\n\n- a\n- b',
      next: null,
      total: 22,
      remaining: 0,
    });
  });

  it('is cut between blocks and says what is left', () => {
    const blocks = blocksOf('First block.', 'Second block.', 'Third block.');
    const part = paginate(blocks, { cursor: null, maxChars: 30 });
    expect(part.text).toBe('First block.\n\nSecond block.');
    expect(part).toMatchObject({ total: 41, remaining: 12 });
    expect(paginate(blocks, { cursor: part.next, maxChars: 30 })).toMatchObject({ text: 'Third block.', next: null });
  });

  it('goes on under the headings it was cut under', () => {
    const blocks = blocksOf('# Guide', '## Install', 'Text one.', 'Text two.');
    const { next } = paginate(blocks, { cursor: null, maxChars: 35 });
    expect(paginate(blocks, { cursor: next, maxChars: 35 }).text).toBe(
      '(continued, under: Guide > Install)\n\nText two.',
    );
  });

  it('does not end with a heading', () => {
    const blocks = blocksOf('Some text here.', '## Next', '### Sub', 'A long text below the heading.');
    expect(paginate(blocks, { cursor: null, maxChars: 40 }).text).toBe('Some text here.');
  });

  it('cuts a block that is too long by itself', () => {
    const texts = allParts(blocksOf('Intro.', 'One sentence. '.repeat(20).trim(), 'End.'), 100);
    expect(texts.every((text) => text.length <= 100)).toBe(true);
    expect(texts.join(' ').match(/sentence/g)).toHaveLength(20);
    expect(texts.at(-1)).toContain('End.');
  });

  it('notices that the page has changed', () => {
    const blocks = blocksOf('First block.', 'Second block.', 'Third block.');
    const { next } = paginate(blocks, { cursor: null, maxChars: 15 });
    const changed = blocksOf('News!', ...blocks.map((block) => block.markdown));
    expect(() => paginate(changed, { cursor: next, maxChars: 15 })).toThrow(/has changed/);
    expect(() => paginate([], { cursor: next, maxChars: 15 })).toThrow(CursorError);
  });

  it('refuses what is no cursor', () => {
    for (const cursor of ['', '1', 'next page', '1.2', '-1.0.abc']) {
      expect(() => paginate(blocksOf('a'), { cursor, maxChars: 10 })).toThrow(/is no cursor/);
    }
  });

  it('gives an empty page as it is', () => {
    expect(paginate([], { cursor: null, maxChars: 10 })).toEqual({ text: '', next: null, total: 0, remaining: 0 });
  });

  it('loses and repeats nothing, wherever it is cut', () => {
    const word = fc.stringMatching(/^[a-z]{1,12}$/);
    const paragraph = fc.array(word, { minLength: 1, maxLength: 60 }).map((words) => words.join(' '));
    const heading = word.map((title) => `## ${title}`);
    fc.assert(
      fc.property(
        fc.array(fc.oneof(paragraph, heading), { maxLength: 12 }),
        fc.integer({ min: 60, max: 300 }),
        (texts, maxChars) => {
          const blocks = blocksOf(...texts);
          const words = (text: string) => text.split(/\s+/).join(' ');
          expect(words(allParts(blocks, maxChars).join('\n'))).toBe(words(joinBlocks(texts)));
        },
      ),
    );
  });
});
