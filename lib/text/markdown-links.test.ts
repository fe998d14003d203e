import { describe, expect, test } from 'vitest';
import { dropLinkAddresses, dropPictures, listLinkAddresses, unwrapLinks } from './markdown-links.ts';

const MARKDOWN = 'See [the *docs*](https://a.test/) and ![a chart](/chart.png), not [this] (nor that).';

describe('inline links in Markdown', () => {
  test('are listed by address, like pictures', () => {
    expect(listLinkAddresses(MARKDOWN)).toEqual(['https://a.test/', '/chart.png']);
    expect(listLinkAddresses('[a]() [b](two words)')).toEqual([]);
  });

  test('lose their addresses', () => {
    expect(dropLinkAddresses(MARKDOWN)).toBe('See [the *docs*] and ![a chart], not [this] (nor that).');
  });

  test('are replaced by their text, like pictures', () => {
    expect(unwrapLinks(MARKDOWN)).toBe('See the *docs* and a chart, not [this] (nor that).');
  });

  test('stay when pictures are removed', () => {
    expect(dropPictures(MARKDOWN)).toBe('See [the *docs*](https://a.test/) and , not [this] (nor that).');
  });
});
