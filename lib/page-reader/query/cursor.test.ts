import { describe, expect, it } from 'vitest';
import { blocksOf } from '../../testing/page-reader/blocks-of.ts';
import { cursorAt, parseCursor, resolveCursor } from './cursor.ts';

const blocks = blocksOf('First block.', 'Second block.', 'Third [block](https://example.org/long).');
const cursor = cursorAt({ block: 2, offset: 3 }, 'whole', blocks, 'abc');

/** Where `cursor` leads on a page of these blocks. */
function resolve(onPage: typeof blocks, snapshot: string) {
  const parsed = parseCursor(cursor);
  return parsed.type === 'place' ? resolveCursor(parsed, onPage, snapshot) : undefined;
}

describe('a cursor', () => {
  it('leads to its place in its view', () => {
    expect(resolve(blocks, 'abc')).toEqual({ position: { block: 2, offset: 3 }, changed: false });
    expect(parseCursor(cursor)).toMatchObject({ view: 'whole' });
    expect(parseCursor(cursorAt({ block: 0, offset: 0 }, 'main', blocks, 'abc'))).toMatchObject({ view: 'main' });
  });

  it('finds its text after the page has grown, and reports the change', () => {
    const grown = blocksOf('News!', 'More news!', ...blocks.map((block) => block.markdown));
    expect(resolve(grown, 'def')).toEqual({ position: { block: 4, offset: 3 }, changed: true });
  });

  it('does not depend on link addresses', () => {
    const short = blocksOf('First block.', 'Second block.', 'Third [block](L7).');
    expect(resolve(short, 'abc')?.position).toEqual({ block: 2, offset: 3 });
  });

  it('is null if its text is gone', () => {
    expect(resolve(blocks.slice(0, 1), 'def')).toBeNull();
    expect(resolve([], 'def')).toBeNull();
  });

  it('is read as the number of a part, if small', () => {
    for (const text of ['2', ' 2 ', 'page 2', 'Part 2', 'part: 2', '#2', 'Seite 2']) {
      expect(parseCursor(text), text).toEqual({ type: 'part', number: 2 });
    }
    expect(parseCursor('0')).toEqual({ type: 'part', number: 1 });
  });

  it('is unknown otherwise', () => {
    for (const text of ['', 'next page', '1.2', 'm-1.0.abc.def', '2026', 'The Guide', 'S2']) {
      expect(parseCursor(text), text).toEqual({ type: 'unknown' });
    }
  });
});
