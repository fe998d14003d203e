import { describe, expect, it } from 'vitest';
import { blocksOf } from './blocks-of.ts';
import { CursorError, cursorAt, resolveCursor, viewOfCursor } from './cursor.ts';

const blocks = blocksOf('First block.', 'Second block.', 'Third [block](https://example.org/long).');
const cursor = cursorAt({ block: 2, offset: 3 }, 'whole', blocks, 'abc');

describe('a cursor', () => {
  it('leads back to its place, and knows its view', () => {
    expect(resolveCursor(cursor, blocks, 'abc')).toEqual({ position: { block: 2, offset: 3 }, changed: false });
    expect(viewOfCursor(cursor)).toBe('whole');
    expect(viewOfCursor(cursorAt({ block: 0, offset: 0 }, 'main', blocks, 'abc'))).toBe('main');
  });

  it('finds its text again where the page has grown before it, and says that the page changed', () => {
    const grown = blocksOf('News!', 'More news!', ...blocks.map((block) => block.markdown));
    expect(resolveCursor(cursor, grown, 'def')).toEqual({ position: { block: 4, offset: 3 }, changed: true });
  });

  it('does not care how addresses are written', () => {
    const short = blocksOf('First block.', 'Second block.', 'Third [block](L7).');
    expect(resolveCursor(cursor, short, 'abc').position).toEqual({ block: 2, offset: 3 });
  });

  it('says that the page changed where its text is gone', () => {
    expect(() => resolveCursor(cursor, blocks.slice(0, 1), 'def')).toThrow(/has changed/);
    expect(() => resolveCursor(cursor, [], 'def')).toThrow(CursorError);
  });

  it('is refused where it is none', () => {
    for (const text of ['', '1', 'next page', '1.2', 'm-1.0.abc.def']) {
      expect(() => resolveCursor(text, blocks, 'abc')).toThrow(/is no cursor/);
    }
  });
});
