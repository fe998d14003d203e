import { describe, expect, test } from 'vitest';
import { LINEAR_GROWTH, timeGrowth } from '../../testing/time-growth.ts';
import { cutOpenTags } from './cut-open-tags.ts';

describe('a page', () => {
  test.each([
    ['with closed elements', '<div><b>a</b></div>'.repeat(2_000)],
    ['with paragraphs, items and cells that are not closed', '<p>a<li>b<tr><td>c<br>'.repeat(2_000)],
    [
      'with tags in scripts, styles and comments',
      '<script>"<div>"</script><!-- <div> --><style>/*<div>*/</style>'.repeat(900),
    ],
    ['with tags in values', `<img alt="<div>" title='<b>' src=a>`.repeat(900)],
    ['with drawings', '<svg><g/><polygon points="1,2"/></svg>'.repeat(900)],
    ['of text', 'a < b << c <3 '.repeat(900)],
  ])('%s stays complete', (_, html) => {
    expect(cutOpenTags(html)).toBe(html);
  });

  test.each([
    ['elements', '<x-a>'],
    ['elements whose ends stand in values', '<x-a title="</x-a>">'],
    ['elements whose ends stand in comments', '<x-a><!-- </x-a> -->'],
    ['elements whose ends stand in scripts', '<x-a><script></x-a></script>'],
    ['elements that only seem to close themselves', '<x-a/>'],
    ['elements whose ends are those of others', '<x-a></x-b>'],
    ['tags with a quotation mark in a name', '<x-a "></x-b ">'],
    ['tables in tables', '<div><table><tr><td></div>'],
  ])('is cut where too many %s are open', (_, part) => {
    const html = `<p>Low at six.</p>${part.repeat(5_000)}`;
    const cut = cutOpenTags(html);
    expect(cut).toContain('Low at six.');
    expect(cut.length).toBeLessThan(500 * part.length);
  });

  test('is cut earlier where a parser would open elements again in each paragraph', () => {
    const html = Array.from({ length: 200 }, (_, index) => `<font size=${index}>`).join('');
    expect(cutOpenTags(html).match(/<font/g)).toHaveLength(40);
  });

  test('is cut where it has more fields and players than real pages', () => {
    const html = '<select><option>a</select><video></video>'.repeat(1_000);
    expect(cutOpenTags(html).match(/<(?:select|video)/g)).toHaveLength(400);
  });

  test.each(['<', '<!--', '<a', '<a b="', '<script>', '</', '<a b= '])(
    'is read in time that grows with its length: %s',
    async (part) => {
      expect(await timeGrowth((size) => cutOpenTags(part.repeat(size)), 300_000)).toBeLessThan(LINEAR_GROWTH);
    },
  );
});
