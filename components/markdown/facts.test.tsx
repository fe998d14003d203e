import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { AnswerCheck, CheckedFact } from '../../lib/contracts/index.ts';
import { AnswerFacts } from './facts.tsx';
import { Markdown } from './markdown.tsx';
import { Sources } from './sources.ts';

const PLACE = {
  text: 'The ship cost 23.7 million.',
  before: '',
  after: '',
  title: 'Ferries',
  place: { type: 'page', runId: 'r' },
} as const;

type Fact = readonly [text: string, state: CheckedFact['state']];

/** A check with a fact for each of these parts of the text, in text order. */
function checked(text: string, facts: readonly Fact[]): AnswerCheck {
  let from = 0;
  return {
    parts: [text],
    facts: facts.map(([piece, state]) => {
      const start = text.indexOf(piece, from);
      from = start + piece.length;
      return { part: 0, start, end: from, text: piece, state, places: state === 'not-found' ? [] : [PLACE] };
    }),
    citations: [],
    isOfPage: true,
  };
}

function draw(text: string, check: AnswerCheck | null): string {
  return renderToStaticMarkup(
    <AnswerFacts value={check}>
      <Markdown text={text} />
    </AnswerFacts>,
  );
}

/** The marked texts and their states. */
function marks(html: string): [string, string][] {
  return [...html.matchAll(/<span[^>]*class="fact"[^>]*data-state="([^"]*)"[^>]*>([^<]*)<\/span>/g)].map(
    ([, state = '', text = '']) => [text, state],
  );
}

describe('marks of facts', () => {
  test.each([
    [
      'a paragraph',
      'It cost 23.7 million in 2024.',
      [
        ['23.7 million', 'found'],
        ['2024', 'not-found'],
      ],
    ],
    [
      'a table',
      '| Ship | Price |\n| --- | --- |\n| Tern | 23.7 |\n| Gull | 19.2 |',
      [
        ['23.7', 'found'],
        ['19.2', 'elsewhere'],
      ],
    ],
    [
      'a list within a quotation',
      '> - in 1990\n> - in 1995',
      [
        ['1990', 'found'],
        ['1995', 'computed'],
      ],
    ],
    [
      'a link and code',
      'See [page 12](https://a.test/12) and `v2.4`.',
      [
        ['12', 'found'],
        ['v2.4', 'not-found'],
      ],
    ],
    ['text with entities', 'R&amp;D cost 12 &euro; in 2024.', [['2024', 'found']]],
    [
      'text from right to left',
      'بلغت التكلفة 23.7 مليون في 2024.',
      [
        ['23.7 مليون', 'found'],
        ['2024', 'not-found'],
      ],
    ],
  ] as [string, string, Fact[]][])('are where the facts are in %s', (_, text, facts) => {
    expect(marks(draw(text, checked(text, facts)))).toEqual(facts);
  });

  test('of a fact across strong text belong together', () => {
    const text = 'It cost **23.7** million.';
    const check = checked(text, [['23.7** million', 'found']]);
    expect(marks(draw(text, check)).map(([piece]) => piece)).toEqual(['23.7', ' million']);
  });

  test('do not change the text', () => {
    const text = 'It cost 23.7 million in 2024, "more than ever", said R&amp;D.';
    const check = checked(text, [
      ['23.7 million', 'found'],
      ['2024', 'not-found'],
    ]);
    const plain = (html: string) => html.replace(/<[^>]+>/g, '');
    expect(plain(draw(text, check))).toBe(plain(draw(text, null)));
  });

  test('let the tab key stop once, at the first fact in doubt', () => {
    const text = 'In 1990, 1995 and 2000.';
    const html = draw(
      text,
      checked(text, [
        ['1990', 'found'],
        ['1995', 'not-found'],
        ['2000', 'not-found'],
      ]),
    );
    expect([...html.matchAll(/tabindex="(-?\d)" data-fact="(\d)"/gi)].map(([, stop, fact]) => [fact, stop])).toEqual([
      ['0', '-1'],
      ['1', '0'],
      ['2', '-1'],
    ]);
  });

  test('are not drawn in another text than the one that was checked', () => {
    expect(marks(draw('It cost 23.7 million more.', checked('It cost 23.7 million.', [['23.7', 'found']])))).toEqual(
      [],
    );
  });
});

test('a citation whose source lacks the facts is marked, and the source that contains them is offered', () => {
  const text = 'High water is at 14:20 [2].';
  const check = { ...checked(text, []), citations: [{ part: 0, start: text.indexOf('['), number: 2, holders: [1] }] };
  const sources = [1, 2].map((number) => ({
    number,
    url: `https://${number}.test/`,
    title: `Source ${number}`,
    texts: [],
  }));
  const html = renderToStaticMarkup(
    <Sources value={sources}>
      <AnswerFacts value={check}>
        <Markdown text={text} />
      </AnswerFacts>
    </Sources>,
  );
  expect(html).toMatch(/\[2\].*doubtful-citation.*\[1\]/);
});
