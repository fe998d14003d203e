import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { sourcesMarkdown } from '../../lib/agent/thread/answer-text.ts';
import { KnownTexts } from './link.tsx';
import { Markdown } from './markdown.tsx';
import { fittingPassage, matchable, matchingSource, Sources, UncitedSources } from './sources.ts';

const TIDES = {
  number: 1,
  url: 'https://tides.test/hamburg',
  title: 'Tide table',
  texts: [
    'Title: Tide table\nURL: https://tides.test/hamburg\n\n## Today\n\nHigh water in **Hamburg** is at 14:20 today. Low water follows.',
  ],
};
const PILOTS = { number: 2, url: 'https://pilots.test/', title: 'Pilots', texts: ['Pilots start at noon.'] };

function draw(text: string, sources = [TIDES, PILOTS]): string {
  return renderToStaticMarkup(
    <KnownTexts value={() => [TIDES.url, PILOTS.url]}>
      <Sources value={sources}>
        <Markdown text={text} />
      </Sources>
    </KnownTexts>,
  );
}

describe('a citation', () => {
  test('leads to the passage of the page that was read under its number', () => {
    expect(draw('It is at 14:20 in Hamburg [1].')).toContain(
      'data-address="https://tides.test/hamburg#:~:text=High%20water%20in%20Hamburg%20is%20at%2014%3A20"',
    );
  });

  test('of several pages is a link to each', () => {
    const html = draw('Both say so [1, 2].');
    expect(html.match(/<a /g)).toHaveLength(2);
    expect(html).toContain('>[2]</a>');
  });

  test('leads to the page alone if no passage clearly fits', () => {
    expect(draw('Something else [2].')).toContain('data-address="https://pilots.test/"');
  });

  test('stays unchanged if its number is not a source, if it is in code, or if the model gives it an address', () => {
    expect(draw('So it is [3].')).toContain('So it is [3].');
    expect(draw('`list[1]`')).not.toContain('<a ');
    expect(draw('It is so [1](https://sink.test/x).')).not.toContain('tides.test');
    expect(draw('It is so [1].', [])).not.toContain('<a ');
  });

  test('of a page whose address may exfiltrate data is not a link until the address was shown', () => {
    const long = { ...TIDES, url: `https://tides.test/?d=${'a1'.repeat(40)}` };
    expect(draw('It is so [1].', [long])).not.toContain('<a ');
  });
});

test('the matching passage is the one that shares most words and figures', () => {
  const texts = ['Ships are loaded in Hamburg. High water in Hamburg is at 14:20. Cranes stand there.'];
  expect(fittingPassage('In Hamburg, high water comes at 14:20', texts)).toBe('High water in Hamburg is at 14:20.');
  expect(fittingPassage('Cats sleep', texts)).toBeNull();
});

test('a list of sources for copying contains no markup of the page', () => {
  const message = { role: 'assistant', steps: [] } as never;
  const evil = { ...TIDES, title: '![x](https://sink.test)\n# <b>' };
  expect(sourcesMarkdown('So [1].', message, [evil])).toBe(
    '- [1] \\!\\[x\\](https://sink.test) \\# \\<b\\>: <https://tides.test/hamburg>',
  );
});

describe('an answer without citations', () => {
  const html = (text: string) =>
    renderToStaticMarkup(
      <KnownTexts value={() => [TIDES.url, PILOTS.url]}>
        <Sources value={[TIDES, PILOTS]}>
          <UncitedSources value={[TIDES, PILOTS].map(matchable)}>
            <Markdown text={text} />
          </UncitedSources>
        </Sources>
      </KnownTexts>,
    );

  test('is marked after each sentence that clearly matches a page, as found by Sidenote', () => {
    const drawn = html('I looked. High water in Hamburg is at 14:20 today. Take a coat with you.');
    expect(drawn.match(/<a /g)).toHaveLength(1);
    expect(drawn).toMatch(
      /14:20 today\.<a [^>]*class="matched-source"[^>]*title="Found by Sidenote, not cited[^>]*>\[1\]<\/a>/,
    );
  });

  test('is left unchanged if an answer has citations', () => {
    expect(draw('High water in Hamburg is at 14:20 today.')).not.toContain('<a ');
  });

  test.each([
    ['another figure', 'High water in Hamburg is at 15:20 today.'],
    ['too few of the words', 'High cranes and old ships stand in Hamburg today.'],
    ['a sentence too short to tell', 'High water today.'],
  ])('has no mark for %s', (_case, text) => {
    expect(html(text)).not.toContain('<a ');
  });

  test('has no mark if two pages match it equally well', () => {
    const sentence = 'High water in Hamburg is at 14:20 today.';
    expect(matchingSource(sentence, [TIDES, PILOTS].map(matchable))).toBe(TIDES);
    expect(matchingSource(sentence, [TIDES, { ...TIDES, number: 2 }].map(matchable))).toBeNull();
  });
});

test('a Chinese sentence is matched by its words with the sentence of a page', () => {
  const source = { ...TIDES, texts: ['汉堡港今天下午涨潮。游客中心周末关闭。'] };
  expect(fittingPassage('今天下午汉堡有涨潮', source.texts)).toBe('汉堡港今天下午涨潮。');
  expect(matchingSource('汉堡港今天下午开始涨潮', [matchable(source), matchable(PILOTS)])).toBe(source);
  expect(matchingSource('博物馆门票价格明年上涨', [matchable(source), matchable(PILOTS)])).toBeNull();
});
