import { describe, expect, it } from 'vitest';
import type { PageReading } from '../protocol/page.ts';
import { formatReading } from './format.ts';

const reading: PageReading = {
  url: 'https://example.org/a',
  title: 'A page',
  language: 'en',
  layout: 'article',
  blocks: [
    { markdown: '# A page', kind: 'heading', headingLevel: 1 },
    { markdown: 'Text.', kind: 'paragraph', headingLevel: null },
  ],
  selection: '',
  truncated: false,
  frameKey: '',
};
const howToContinue = (cursor: string) => `call read_page with cursor "${cursor}"`;

describe('a reading for the model', () => {
  it('says what the page is and gives its text', () => {
    expect(formatReading(reading, null, howToContinue)).toEqual({
      text:
        'Title: A page\nURL: https://example.org/a\nLanguage: en\nContent: main content, without navigation and sidebars\n' +
        'Size: 15 characters\n\n# A page\n\nText.',
      more: false,
      total: 15,
    });
  });

  it('comes in parts, the first with an outline, each with the way on', () => {
    const long = {
      ...reading,
      blocks: [
        ...reading.blocks,
        ...Array.from({ length: 40 }, () => ({
          markdown: 'x'.repeat(999),
          kind: 'paragraph' as const,
          headingLevel: null,
        })),
      ],
    };
    const first = formatReading(long, null, howToContinue);
    expect(first.text).toContain('Outline:\n- A page');
    const cursor = /…[\d,]+ more characters; call read_page with cursor "([^"]+)"$/.exec(first.text)?.[1] ?? '';
    const second = formatReading(long, cursor, howToContinue);
    expect(second.text).toMatch(/^Title: A page\nURL: https:\/\/example.org\/a\n\n\(continued, under: A page\)/);
    expect(second.more).toBe(false);
    expect(first.text.length).toBeLessThan(26_000);
  });

  it('is honest about pages that were cut, selections and emptiness', () => {
    const { text } = formatReading(
      { ...reading, blocks: [], truncated: true, selection: 'abc', language: '', layout: 'page' },
      null,
      howToContinue,
    );
    expect(text).toBe(
      'Title: A page\nURL: https://example.org/a\nContent: everything visible\n' +
        'Size: 0 characters (the page is longer; its end was not read)\nSelected by the user: 3 characters\n\n(The page shows no text.)',
    );
  });
});
