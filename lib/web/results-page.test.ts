import { describe, expect, test } from 'vitest';
import type { PageBlock } from '../contracts/index.ts';
import { resultsOnPage } from './results-page.ts';

const block = (markdown: string, kind: PageBlock['kind'] = 'paragraph'): PageBlock => ({
  markdown,
  kind,
  headingLevel: kind === 'heading' ? 3 : null,
});
const PAGE = 'https://www.engine.test/search?q=tides';
const urls = (blocks: PageBlock[], page = PAGE) => resultsOnPage(blocks, page).map(({ url }) => url);

describe('the page of results of an engine', () => {
  test('gives the links that lead away from it, with the words below each', () => {
    const blocks = [
      block('[Images](/images) [Sign in](https://accounts.engine.test/)'),
      block('### [Tide **table**](https://tides.test/today)', 'heading'),
      block('High water at \\[14:20\\]. [Cached](https://cache.test/1)'),
      block('### [Height of tides](https://sea.test/)', 'heading'),
      block('3.6 metres.'),
      block('[Help](https://help.test/)'),
    ];
    expect(resultsOnPage(blocks, PAGE)).toEqual([
      { title: 'Tide table', url: 'https://tides.test/today', snippet: 'High water at [14:20]. Cached', date: '' },
      { title: 'Height of tides', url: 'https://sea.test/', snippet: '3.6 metres. Help', date: '' },
    ]);
  });

  test('returns all outward links if results are not headings, each page once', () => {
    const blocks = [
      block('[Tides](https://tides.test/#a)'),
      block('[Tides again](https://tides.test/#b) [x](https://x.test/) ![logo](https://logo.test/a.png)'),
      block('[Sea](https://sea.test/)'),
    ];
    expect(urls(blocks)).toEqual(['https://tides.test/#a', 'https://sea.test/']);
  });

  test('takes addresses out of the counters that engines send clicks through', () => {
    const target = 'https://tides.test/today?x=1';
    const bing = `a1${Buffer.from(target).toString('base64url')}`;
    expect(urls([block(`[Tides](/url?q=${encodeURIComponent(target)}&sa=U)`)])).toEqual([target]);
    expect(urls([block(`[Tides](//engine.test/l/?uddg=${encodeURIComponent(target)})`)])).toEqual([target]);
    expect(urls([block(`[Tides](https://www.engine.test/ck/a?u=${bing}&ntb=1)`)])).toEqual([target]);
    // Advertisements, and the engine's own pages behind a click counter.
    expect(urls([block('[Ad](/url?q=/search%3Fads) [Ad](/aclk?sa=l&ai=1)')])).toEqual([]);
    expect(urls([block(`[Bad](/url?q=${encodeURIComponent('javascript:alert(1)')})`)])).toEqual([]);
  });

  test('keeps titles with emoji and joiners as they are written', () => {
    const [result] = resultsOnPage([block('[می‌شود ❤️](https://tides.test/)')], PAGE);
    expect(result?.title).toBe('می‌شود ❤️');
  });

  test('gives results of a site under the same public suffix as the engine', () => {
    const blocks = [block('[Tides](https://tides.co.jp/) [Help](https://help.yahoo.co.jp/)')];
    expect(urls(blocks, 'https://search.yahoo.co.jp/search?p=tides')).toEqual(['https://tides.co.jp/']);
  });

  test('keeps an address of another site that is like a counter', () => {
    const url = 'https://tides.test/link?url=https://other.test/';
    expect(urls([block(`[Tides](${url})`)])).toEqual([url]);
    expect(urls([block('[Tides](https://tides.test/r?q=1)')])).toEqual(['https://tides.test/r?q=1']);
  });

  test('that asks for consent or shows a captcha gives none', () => {
    expect(urls([block('Before you continue'), block('[Privacy](https://policies.engine.test/privacy)')])).toEqual([]);
    expect(urls([])).toEqual([]);
  });
});
