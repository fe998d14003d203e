import { describe, expect, test } from 'vitest';
import { checkAnswer } from './index.ts';

function listMissing(answer: string, source: string): string[] {
  return checkAnswer(answer, [{ text: source }]).flatMap(({ state, text }) => (state === 'not-found' ? [text] : []));
}

const WATER =
  'El martes se corta el agua en el barrio. La obra, adjudicada a Hidrosur por 64.700 euros, termina pronto. El concejal pide disculpas a los vecinos.';
const CLOCKS =
  'Visitors like the clocks. Nia Prosser is the keeper of the museum. Prosser winds 90 clocks a week. The hall is closed in winter.';
const POT =
  'Der Pokal ist der wertvollste. Das Land zahlt 180.000 Euro und die Oldekop-Stiftung zahlt 130.000 Euro. Betriebsleiter Joachim Breitner ist zufrieden.';
const PIPES = 'Сегодня отключат воду. Работы ведёт компания «Теплосеть»: она заменит 2,7 км труб. Это надолго.';
const LIBRARY =
  'La biblioteca chiude a luglio. I manoscritti, 312 in tutto, vengono restaurati a Faenza dallo studio Cartafina.';
const SCHOOL =
  'The board met on Tuesday. Buses run to the lake. Member Paul Trask wants the audit by Ellery finished first.';
const BUS = 'Автобус стоил дорого. Его собрали в Ликино за одно лето. Водитель ездит давно.';
const DIG = 'Les archéologues creusent. L’étude est confiée à Terrasol, pour 418 000 euros.';
const TEAM = '県の大会で湊南が優勝した。先発の大島隼人投手は142球を投げた。試合は2時間だった。';

describe('a name that the sources lack is in doubt', () => {
  test.each([
    ['in the place of one that the answer lacks', WATER, 'La empresa Hidronorte cobra 64.700 euros.', 'Hidronorte'],
    [
      'with letters of that one at the beginning of a sentence',
      WATER,
      'Hidronorte cobra 64.700 euros por la obra.',
      'Hidronorte',
    ],
    ['in quotation marks', PIPES, '«Водоканал» поменяет 2,7 км труб.', 'Водоканал'],
    ['as the first part of a compound', POT, 'Die Oldenburg-Stiftung zahlt 130.000 Euro.', 'Oldenburg-Stiftung'],
    [
      'behind another noun that they lack',
      POT,
      'Das sagt der zuständige Projektchef Johannes Breitner zum Pokal.',
      'Projektchef Johannes Breitner',
    ],
    ['before a surname that is also alone', CLOCKS, 'Nina Prosser winds 90 clocks a week.', 'Nina Prosser'],
    [
      'before a joining word and another name',
      LIBRARY,
      'I 312 manoscritti vanno a Forlì da Cartafina.',
      'Forlì da Cartafina',
    ],
    ['beside a name of the same paragraph', SCHOOL, 'Next, Paul Trask wants the audit by Emberly.', 'Emberly'],
    ['beside words of the same paragraph', BUS, 'За лето собрали автобус в Павлово.', 'Павлово'],
    ['that resembles a common noun', DIG, 'On confie à Archéolys une étude de 418 000 euros.', 'Archéolys'],
    ['without a title in Japanese', TEAM, '大島健人は142球を投げた。', '大島健人'],
  ])('%s', (_, source, answer, name) => {
    expect(listMissing(answer, source)).toEqual([name]);
  });

  test.each([
    ['is the name of the sources', WATER, 'Hidrosur cobra 64.700 euros por la obra.'],
    [
      'begins a sentence that has the name further on',
      WATER,
      'Hidronorte no: la empresa es Hidrosur, por 64.700 euros.',
    ],
    ['is in another form', PIPES, 'Трубы «Теплосети» меняют: 2,7 км.'],
    ['is in the same paragraph', BUS, 'За лето собрали автобус в Ликино.'],
    ['is a form of a common noun', DIG, 'On confie cela à un Archéologue, pour 418 000 euros, à Terrasol.'],
    ['is the surname alone', CLOCKS, 'Prosser winds 90 clocks a week.'],
    ['is a common noun in German', POT, 'Der Zuschuss beträgt 130.000 Euro.'],
    ['is a pronoun with a capital', CLOCKS, "I'm Sidenote's assistant, and I read that she winds 90 clocks."],
  ])('and not if it %s', (_, source, answer) => {
    expect(listMissing(answer, source)).toEqual([]);
  });
});
