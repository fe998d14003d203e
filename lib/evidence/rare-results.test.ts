import { describe, expect, test } from 'vitest';
import { checkAnswer } from './index.ts';

function findState(text: string, answer: string, source: string): string | undefined {
  return checkAnswer(answer, [{ text: source }]).find((claim) => claim.text === text)?.state;
}

const LEASE =
  'Il canone annuo è di € 8.640,00, da pagarsi in dodici rate mensili. Le spese condominiali sono di € 65 al mese. Il deposito è pari a tre mensilità.';
const BOATS =
  '| Barco | Sale | Adulto | Niño |\n|---|---|---|---|\n| Gaviota | 07:15 | 12,40 € | 6,20 € |\n| Marisma | 09:30 | 9,80 € | 4,90 € |';
const FUND =
  'Do podziału jest 47 382,50 zł. Zebrani przeznaczyli 21 000 zł na plac zabaw, 14 500 zł na oświetlenie drogi, 8 000 zł na stroje, a resztę na dożynki.';
const COOLER =
  'Klima 51-65 m² için uygundur ve yılda 420 kWh harcar. Fiyatı 53.200 TL, montaj ücreti ise 2.750 TL olarak bildirildi.';
const DISMISSAL =
  'La cour condamne la société à payer 5 280 euros au titre du préavis, 6 490 euros d’indemnité et 21 120 euros de dommages et intérêts, outre 2 000 euros de frais.';
const PLANT = 'Увольнение ждёт 1240 человек из 1615; остальные будут обслуживать котельную и склады.';

const ROAD =
  'Die Sanierung kostet 1,92 Mio. Euro, davon trägt der Landkreis zwei Drittel, die Gemeinde den Rest. Die Buslinie 514 fährt über Haslach.';
const LEASE_OF_YEARS = 'L’immobile è dato in locazione per quattro anni dal 1° settembre 2024.';
const TOWER =
  'Rozhledna je otevřena denně, podle počasí až do září. Vstupné: dospělí 60 Kč, děti do 15 let 30 Kč, rodiny 140 Kč.';

const LEAGUE =
  'Mené 14-9 à la mi-temps, Brévannes a gagné grâce à un essai de Tixier (33e, 58e). Brévannes compte 37 points et reste 6e, à trois longueurs de Massy. Cuers est 11e avec 22 points.';
const WORKSHOP =
  '| Услуга | Лодка | Катер |\n|---|---|---|\n| Мойка | 450 ₽ | 700 ₽ |\n| Полировка | 620 ₽ | 960 ₽ |\n| Осмотр | 380 ₽ | 540 ₽ |\n| Всё вместе | 1 300 ₽ | 2 000 ₽ |';
const SURVEY =
  'Die Quote der Arbeitslosen sank im letzten Quartal von 7,9 % auf 6,4 %. Befragt wurden 12.480 Personen in 31 Kreisen, davon 54 % Frauen.';

const league = (points: string) => `Brévannes est 6e avec 37 points, soit ${points} de plus que Cuers.`;
const workshop = (sum: string) =>
  `Для лодки мойка стоит 450 рублей, полировка 620 рублей, осмотр 380, то есть всего ${sum}.`;
const survey = (points: string) => `Im letzten Quartal sank die Quote um ${points}, und zwar auf 6,4 %.`;

const monthly = (sum: string) => `* Affitto: 720 euro al mese, più 65 € di spese, ogni mese ${sum}.`;
const family = (sum: string) => `Una familia de dos adultos y dos niños va en el Gaviota por ${sum}.`;
const rest = (sum: string) =>
  `Fundusz sołecki to 47 382,50 zł:\n\n- plac zabaw: 21 000 zł\n- oświetlenie: 14 500 zł\n- stroje: 8 tys. zł\n- dożynki: ${sum}`;
const two = (sum: string) => `Bu modelden iki tane alırsanız:\n\n1. Fiyat: ${sum} (tanesi 53.200 lira)`;
const awarded = (sum: string) =>
  `Il obtient ${sum} (hors frais) :\n\n1. 5 280 € de préavis\n2. 6 490 € d’indemnité\n3. 21 120 € de dommages-intérêts`;
const left = (count: string) => `Уволят 1240 из 1615 работников, будет ${count} человек.`;

describe('a result that few other values could be', () => {
  test.each([
    ['a sum with a figure that was itself computed', '785 €', monthly('785 €'), LEASE, 'computed'],
    ['another sum', '795 €', monthly('795 €'), LEASE, 'not-found'],
    ['two prices of a row by the numbers of persons', '37,20 €', family('37,20 €'), BOATS, 'computed'],
    ['another total', '39,20 €', family('39,20 €'), BOATS, 'not-found'],
    ['the rest of the first figure of a list', '3882,50 zł', rest('3882,50 zł'), FUND, 'computed'],
    ['another rest', '3828,50 zł', rest('3828,50 zł'), FUND, 'not-found'],
    ['a price by the number that introduces the list', '106.400 TL', two('106.400 TL'), COOLER, 'computed'],
    ['another price', '104.600 TL', two('104.600 TL'), COOLER, 'not-found'],
    ['the sum of the items of a list', '32 890 €', awarded('32 890 €'), DISMISSAL, 'computed'],
    ['another sum of them', '32 980 €', awarded('32 980 €'), DISMISSAL, 'not-found'],
    ['the difference of two numbers that look like years', '375', left('375'), PLANT, 'computed'],
    ['a part that its sentence names', '1,28 Mio. €', 'Der Landkreis zahlt 1,28 Mio. €.', ROAD, 'computed'],
    ['another part', '1,38 Mio. €', 'Der Landkreis zahlt 1,38 Mio. €.', ROAD, 'not-found'],
    ['the last day', '31 agosto 2028', 'La locazione dura fino al 31 agosto 2028.', LEASE_OF_YEARS, 'computed'],
    ['another last day', '30 agosto 2028', 'La locazione dura fino al 30 agosto 2028.', LEASE_OF_YEARS, 'not-found'],
    [
      'a result by chance without a vocabulary',
      '80 Kč',
      'Dospělý zaplatí 80 Kč, které se platí na místě.',
      TOWER,
      'not-found',
    ],
    ['a sum of figures that only a word announces', '31', league('31'), LEAGUE, 'not-found'],
    ['the sum of a sentence with a bare figure', '1450 рублей', workshop('1450 рублей'), WORKSHOP, 'computed'],
    ['another sum of a sentence', '1540 рублей', workshop('1540 рублей'), WORKSHOP, 'not-found'],
    ['a difference of percentages', '1,5 Prozentpunkte', survey('1,5 Prozentpunkte'), SURVEY, 'computed'],
    ['another difference of percentages', '2,5 Prozentpunkte', survey('2,5 Prozentpunkte'), SURVEY, 'not-found'],
    ['another difference', '385', left('385'), PLANT, 'not-found'],
  ])('%s', (_, text, answer, source, state) => {
    expect(findState(text, answer, source)).toBe(state);
  });
});
