import { describe, expect, test } from 'vitest';
import type { PageSnapshot } from '../../contracts/page.ts';
import { buildMarkdownBlocks } from '../../testing/page-reader/markdown-blocks.ts';
import { type FormatOptions, formatReading, formatSection, readingTokens } from './format.ts';

const reading: PageSnapshot = {
  url: 'https://example.org/a',
  title: 'A page',
  language: 'en',
  layout: 'article',
  blocks: buildMarkdownBlocks('# A page', 'Text.'),
  around: [],
  selection: '',
  truncated: false,
  frameKey: '',
  snapshot: 'abc',
  unreadFrames: [],
  pdfPages: null,
};

const words = 'Sentence number one of many. '.repeat(20).trim();
const options: FormatOptions = {
  cursor: null,
  view: 'main',
  maxTokens: 1000,
  howToContinue: (cursor) => `call read_page with cursor "${cursor}"`,
};

function cursorIn(text: string): string {
  return /call read_page with cursor "([^"]+)"$/.exec(text)?.[1] ?? '';
}

test('reports the size of the whole page for any part', () => {
  const long = { ...reading, blocks: buildMarkdownBlocks(...Array.from({ length: 40 }, () => words)) };
  expect(readingTokens(long)).toBe(formatReading(long, options).tokens);
  expect(readingTokens(long)).toBeGreaterThan(options.maxTokens);
});

describe('a reading for the model', () => {
  test('contains title, address and text', () => {
    expect(formatReading(reading, options)).toEqual({
      text:
        'Title: A page\nURL: https://example.org/a\nLanguage: en\nContent: main content, without navigation and sidebars\n' +
        'Size: about 5 tokens\n\n# A page\n\nText.',
      more: false,
      tokens: 5,
    });
  });

  test('names the sections next to the main content that contain text, which can be read by their ids', () => {
    const facts = ['## Facts', 'Built in 1931, of oak, in the yard of Orvel.'];
    const links = ['## More', '[The harbour of Orvel in the winter of 1931](https://example.org/b)'];
    const around = [{ before: 0, blocks: buildMarkdownBlocks('Home', ...links, ...facts) }];
    const { text } = formatReading({ ...reading, around }, options);
    expect(text).toContain('\nBeside the main content: W2 Facts\n');
    expect(formatSection({ ...reading, around }, 'W2', options)?.text).toContain('of oak');
    expect(formatReading({ ...reading, around, layout: 'page' }, options).text).not.toContain('Beside');
  });

  test('is split into parts, the first with an outline, each with how to continue', () => {
    const long = { ...reading, blocks: buildMarkdownBlocks('# A page', ...Array.from({ length: 12 }, () => words)) };
    const first = formatReading(long, options);
    expect(first.text).toContain('Outline:\n- S1 A page');
    expect(first.text).toMatch(/…about [\d,]+ more tokens; call read_page/);
    const second = formatReading(long, { ...options, cursor: cursorIn(first.text) });
    expect(second.text).toMatch(/^Title: A page\nURL: https:\/\/example.org\/a\n\n\(continued, under: A page\)/);
    expect(second.more).toBe(false);
  });

  test('continues at the same text after the page has grown, with a note', () => {
    const texts = Array.from({ length: 12 }, (_, n) => `${n}: ${words}`);
    const long = { ...reading, blocks: buildMarkdownBlocks(...texts) };
    const first = formatReading(long, options);
    const straight = formatReading(long, { ...options, cursor: cursorIn(first.text) });
    const grown = { ...long, snapshot: 'def', blocks: buildMarkdownBlocks('News.', ...texts) };
    const moved = formatReading(grown, { ...options, cursor: cursorIn(first.text) });
    expect(moved.text).toBe(
      straight.text.replace('/a\n\n', '/a\nNote: the page has changed since the part before.\n\n'),
    );
  });

  test('is the whole page on request, and its cursor keeps that view', () => {
    const around = [
      { before: 0, blocks: buildMarkdownBlocks('Menu') },
      { before: 2, blocks: buildMarkdownBlocks(...Array(12).fill(words)) },
    ];
    const first = formatReading({ ...reading, around }, { ...options, view: 'whole' });
    expect(first.text).toContain('Content: everything visible');
    expect(first.text).toContain('Menu\n\n# A page\n\nText.');
    const second = formatReading({ ...reading, around }, { ...options, cursor: cursorIn(first.text) });
    expect(second.text).toContain('Sentence number one');
  });

  test('numbers long addresses and says how to list them', () => {
    const blocks = buildMarkdownBlocks(
      'See [this](https://example.org/a/very/long/address) and [that](https://example.org/b).',
    );
    const { text } = formatReading({ ...reading, blocks }, options);
    expect(text).toContain('Links: L1, L2, … stand for addresses; list_links gives them.');
    expect(text).toContain('See [this](L1) and [that](/b).');
  });

  test('shows the beginning of a huge table and names it', () => {
    const rows = Array.from({ length: 500 }, (_, n) => `| item ${n} | ${n * 7} |`);
    const { text } = formatReading(
      { ...reading, blocks: buildMarkdownBlocks(['| Name | Count |', '| --- | --- |', ...rows].join('\n'), 'After.') },
      options,
    );
    expect(text).toContain('| item 29 | 203 |\n\n(table T1: rows 1–30 of 500; read_table gives the others)\n\nAfter.');
    expect(text).not.toContain('item 30');
  });

  test('mentions truncation, unread frames, selections and empty pages', () => {
    const more = { truncated: true, selection: 'abc', language: '', layout: 'page' as const };
    const unreadFrames = ['ads.test', 'ads.test', 'video.test'];
    const { text } = formatReading({ ...reading, blocks: [], ...more, unreadFrames }, options);
    expect(text).toBe(
      'Title: A page\nURL: https://example.org/a\nContent: everything visible\n' +
        'Size: about 0 tokens (the page is longer; its end was not read)\n' +
        'Not read: 3 embedded pages of other sites (ads.test, video.test)\n' +
        'Selected by the user: 3 characters\n\n(The page shows no text.)',
    );
  });
});

test('says that a document that was read without the sign-in of its tab may differ there', () => {
  expect(formatReading({ ...reading, isWithoutSession: true }, options).text).toContain(
    'Note: read without the sign-in of its tab',
  );
  expect(formatReading(reading, options).text).not.toContain('sign-in');
});

describe('a section for the model', () => {
  const guide = {
    ...reading,
    blocks: buildMarkdownBlocks('# Guide', 'Intro.', '## Install', 'Run it.', '### Linux', 'Easy.', '## Use', 'Go.'),
  };

  test('is its heading with everything below it, and its path', () => {
    expect(formatSection(guide, 'S2', options)?.text).toBe(
      'Title: A page\nURL: https://example.org/a\nUnder: Guide\n\n## Install\n\nRun it.\n\n### Linux\n\nEasy.',
    );
    expect(formatSection(guide, 'linux', options)?.text).toContain('### Linux\n\nEasy.');
    expect(formatSection(guide, 'Uninstall', options)).toBeNull();
  });

  test('that does not fit is continued like the page', () => {
    const long = { ...guide, blocks: [...guide.blocks, ...buildMarkdownBlocks(...Array(12).fill(words))] };
    const first = formatSection(long, 'S4', options);
    expect(first?.more).toBe(true);
    const next = formatReading(long, { ...options, cursor: cursorIn(first?.text ?? '') });
    expect(next.text).toContain('(continued, under: Guide > Use)');
  });

  test('of the whole page is requested by its letter', () => {
    const around = [{ before: 0, blocks: buildMarkdownBlocks('# Menu', 'Home') }];
    expect(formatSection({ ...guide, around }, 'W1', options)?.text).toContain('# Menu');
    expect(formatSection({ ...guide, around }, 'S1', options)?.text).toContain('# Guide');
  });
});
