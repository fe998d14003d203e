import { describe, expect, test } from 'vitest';
import { checkAnswer } from './index.ts';

function listFlagged(answer: string, source: string): string[] {
  return checkAnswer(answer, [{ text: source }]).flatMap(({ state, text }) => (state === 'not-found' ? [text] : []));
}

const METRO =
  '2025年9月28日，地铁5号线开通。列车由新筑机车制造，每列载客1,460人。信号系统由通源科技提供，检修基地设在马桥。外教来自都柏林。';
const FIREWORKS =
  '2025年8月2日に約9,500発を打ち上げます。会場は若松河川敷です。花火師は長岡から来ます。内釜はセラミア製です。人気は上々です。';

describe('names without capitals that replace one of the sources', () => {
  test.each([
    ['the beginning of a compound', '信号来自信源科技。', METRO],
    ['a place behind a word of the source', '基地在柳桥。', METRO],
    ['a place between the same signs', '外教来自爱丁堡。', METRO],
    ['a place in Japanese', '花火師は秋田から来ます。', FIREWORKS],
    ['a firm in katakana', '内釜はクレイア製です。', FIREWORKS],
  ])('%s', (_title, answer, source) => {
    expect(listFlagged(answer, source)).toHaveLength(1);
  });

  test.each([
    ['the same names', '信号来自通源科技，基地在马桥。', METRO],
    ['other words for the same', '列车的制造商是新筑机车，全部列车都是新的。', METRO],
    ['a paraphrase', '花火師は長岡から訪れ、会場は河川敷です。', FIREWORKS],
    ['an adjective', '人気は抜群です。', FIREWORKS],
  ])('not flagged: %s', (_title, answer, source) => {
    expect(listFlagged(answer, source)).toEqual([]);
  });
});

describe('places of one word in German', () => {
  const club =
    'Am 21. März 2025 kamen 94 Mitglieder. Das Sommerfest findet in Palmbach statt, das Trainingslager in Bad Wildbad.';
  test.each([
    ['another place', 'Das Sommerfest gibt es in Durlach, das Trainingslager in Bad Wildbad.', ['Durlach']],
    ['the same place', 'Das Sommerfest gibt es in Palmbach, das Trainingslager in Bad Wildbad.', []],
    ['a noun that is no name', 'Das Sommerfest ist in Planung, das Trainingslager in Bad Wildbad.', []],
    ['a noun with an article', 'Das Sommerfest gibt es in der Halle, das Trainingslager in Bad Wildbad.', []],
  ])('%s', (_title, answer, flagged) => {
    expect(listFlagged(answer, club)).toEqual(flagged);
  });
});
