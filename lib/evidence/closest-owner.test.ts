import { describe, expect, test } from 'vitest';
import { checkAnswer } from './index.ts';

/** The state of the claims with a text. It is "not found" if one of them is not found. */
function findState(claim: string, answer: string, source: string): string | undefined {
  const states = checkAnswer(answer, [{ text: source }]).filter(({ text }) => text.includes(claim));
  return states.find(({ state }) => state === 'not-found')?.state ?? states[0]?.state;
}

const AIRLINES =
  'El aeropuerto batió su récord. La aerolínea Alíseo transportó al 41 % de los viajeros; la siguieron Meridia, con un 23 %, y Volandera, con un 14 %. Después hubo una fiesta. Llovió.';
const HEATING =
  'Heat was measured. Heat pumps and district heating reached 16% and 21%, respectively; in 2013 it had been 3% and 17%. Nobody froze. It snowed.';
const PHONES =
  '## Zentha M7\nPreço: R$ 1.799\nPeso: 189 g\n\n## Orbix Note\nPreço: R$ 2.149\nPeso: 204 g\n\n## Pilar\nPreço: R$ 1.549\nPeso: 168 g';
const SALES = '报告今天发表。海外收入同比增长21%，其中东南亚增长33%，欧洲增长12%。总裁很高兴。会议结束了。';

describe('a figure of a neighbour', () => {
  test.each([
    ['in a list of owners', AIRLINES, '- **Aerolíneas:** Alíseo 41 %, Meridia ? %, Volandera 14 %', '23', '41'],
    ['that follows respectively', HEATING, 'District heating has ?% of the homes.', '21', '16'],
    [
      'below another heading',
      PHONES,
      '| | Zentha M7 | Orbix Note | Pilar |\n|---|---|---|---|\n| Preço | R$ 1.799 | R$ 2.149 | R$ 1.549 |\n| Peso | ? g | 204 g | 168 g |',
      '189',
      '204',
    ],
    ['in writing without spaces', SALES, '东南亚增长33%，欧洲?%。', '12', '33'],
  ])('is misattributed %s', (_, source, answer, right, wrong) => {
    expect(findState(right, answer.replace('?', right), source)).toBe('found');
    expect(findState(wrong, answer.replace('?', wrong), source)).toBe('not-found');
  });

  test.each([
    [
      'the figures of a change share the words around them',
      'La surface passe de 1600 m² à 2350 m².',
      'Les salles couvrent 2350 m², contre 1600 m² auparavant. Salle des machines : surface 410 m². Il pleut. On rit.',
      '1600 m²',
    ],
    [
      'the ends of a range share them as well',
      'She studied at Girtham College until 1909.',
      'She studied natural sciences at Girtham College from 1906 to 1909. In 1912 she married. She wrote. She sang.',
      '1909',
    ],
    [
      'a phrase that opens the sentence owns what follows its comma',
      'Il y a enseigné de 1992 à 2006.',
      "Il voyageait. De 1992 à 2006, il a enseigné à Mirebourg ; en 2001, l'Académie lui a remis son prix. Il rit. Il dort.",
      '2006',
    ],
    [
      'the first column only numbers the rows',
      'Vera Ober aus Olm erreichte 4,5 Punkte.',
      '| Platz | Name | Ort | Wertung | Punkte |\n|---|---|---|---|---|\n| 1 | Ada Berg | Ulm | 2587 | 7,5 |\n| 2 | Tom Kern | Bonn | 2541 | 7 |\n| 3 | Vera Ober | Olm | 2433 | 4,5 |',
      '4,5',
    ],
    [
      'the sentence compares both',
      'The N8 costs 599 euros and the Lite 359 euros.',
      '| Item | N8 | N6 Lite |\n|---|---|---|\n| Price | 599 euros | 359 euros |',
      '599 euros',
    ],
    [
      'parts of a duration are one',
      'Il Nivola dura 11 ore e 40 minuti.',
      "L'autonomia è di 11 ore e 40 minuti per il Nivola, 9 ore e 15 minuti per l'Arco. Costa poco. Pesa poco.",
      '11 ore',
    ],
  ])('is not one where %s', (_, answer, source, claim) => {
    expect(findState(claim, answer, source)).toBe('found');
  });
});

describe('a result', () => {
  const LEAFLET =
    'Adults start with 50 mg. The doctor may increase it to 100 mg. The maximum dose is 150 mg a day. Children take 25 mg.';

  test('does not explain a figure after words of a bound', () => {
    expect(findState('250 mg', 'It may be 100 mg, but never take more than 250 mg per day.', LEAFLET)).toBe(
      'not-found',
    );
  });

  test('is the time between two times of a column that the answer names', () => {
    const table = '| Stop | Bus 701 | Bus 703 |\n|---|---|---|\n| Moor | 06:12 | 07:42 |\n| Pier | 07:10 | 08:47 |';
    expect(findState('65 minutes', 'Bus 703 takes 65 minutes.', table)).toBe('computed');
    expect(findState('75 minutes', 'Bus 703 takes 75 minutes.', table)).toBe('not-found');
  });
});
