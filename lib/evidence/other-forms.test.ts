import { describe, expect, test } from 'vitest';
import { checkAnswer } from './index.ts';

function findState(text: string, answer: string, source: string, language: string): string | undefined {
  return checkAnswer(answer, [{ text: source }], { language }).find((claim) => claim.text === text)?.state;
}

const PARKING = 'З 1 квітня 2025 року година в центрі коштує 30 гривень, а в інших районах її ціна 18 гривень.';
const TOWER = 'Rozhledna stála 6,8 milionu korun, kterou podle plánu zaplatil spolek. Dospělí zaplatí 60 Kč.';
const GLASS = 'Norrglas redovisar för kvartalet en omsättning på 1 284 Mkr, och det är mer än tidigare.';
const THEATRE = 'Ensi-ilta on keskiviikkona 11. kesäkuuta 2025, ja viimeinen esitys on elokuussa. Näytelmä on komedia.';
const MUSEUM = 'يفتح متحف الواحة أبوابه كل يوم من الساعة 9 صباحًا حتى 6 مساءً.';
const TRAIN = '首趟列车 G8801 次从昆岳站发车,全程 96 分钟。';
const GAME = '지난 전시회에는 6,200명이 다녀갔다.';
const DOUGH = 'Тесто оставляют на полтора часа. Справочная служба: 8 (800) 775-10-44.';
const GLACIER = 'Le glacier a perdu 5,2 kilomètres cubes de glace. Il a reculé de 1,46 kilomètre.';
const ROUTER = 'Si la actualización falla, vuelve a la versión 1.0.30 del programa.';
const RULES = 'Aos 6 dias do mês de junho de 2024 reuniram-se os moradores do prédio.';
const RAIL = '運転再開後の最高速度は当面45キロに制限されます。';

describe('facts in other forms are found, and changed ones are not', () => {
  test.each([
    ['30 грн', 'Година в центрі коштує 30 грн.', PARKING, 'uk', 'found'],
    ['38 грн', 'Година в центрі коштує 38 грн.', PARKING, 'uk', 'not-found'],
    ['6,8 mil. Kč', 'Rozhledna stála 6,8 mil. Kč.', TOWER, 'cs', 'found'],
    ['6,3 mil. Kč', 'Rozhledna stála 6,3 mil. Kč.', TOWER, 'cs', 'not-found'],
    ['60 korun', 'Dospělý zaplatí 60 korun.', TOWER, 'cs', 'found'],
    ['80 korun', 'Dospělý zaplatí 80 korun.', TOWER, 'cs', 'not-found'],
    ['1 284 miljoner kronor', 'Omsättningen var 1 284 miljoner kronor.', GLASS, 'sv', 'found'],
    ['1 248 miljoner kronor', 'Omsättningen var 1 248 miljoner kronor.', GLASS, 'sv', 'not-found'],
    ['11.6.2025', 'Ensi-ilta on 11.6.2025.', THEATRE, 'fi', 'found'],
    ['12.6.2025', 'Ensi-ilta on 12.6.2025.', THEATRE, 'fi', 'not-found'],
    ['9 صباحًا', 'يعمل المتحف من 9 صباحًا.', MUSEUM, 'ar', 'found'],
    ['8 صباحًا', 'يعمل المتحف من 8 صباحًا.', MUSEUM, 'ar', 'not-found'],
    ['G8801', '首班车G8801次发车。', TRAIN, 'zh', 'found'],
    ['G8810', '首班车G8810次发车。', TRAIN, 'zh', 'not-found'],
    ['36分', '全程1小时36分。', TRAIN, 'zh', 'computed'],
    ['46分', '全程1小时46分。', TRAIN, 'zh', 'not-found'],
    ['6천2백 명', '전시회에는 6천2백 명이 다녀갔습니다.', GAME, 'ko', 'found'],
    ['6천5백 명', '전시회에는 6천5백 명이 다녀갔습니다.', GAME, 'ko', 'not-found'],
    ['1,5 часа', 'Оставьте тесто на 1,5 часа.', DOUGH, 'ru', 'found'],
    ['2,5 часа', 'Оставьте тесто на 2,5 часа.', DOUGH, 'ru', 'not-found'],
    ['8 800 775-10-44', 'Телефон: 8 800 775-10-44.', DOUGH, 'ru', 'found'],
    ['8 800 775-10-41', 'Телефон: 8 800 775-10-41.', DOUGH, 'ru', 'not-found'],
    ['5,2 km³', 'Le glacier a perdu 5,2 km³ de glace.', GLACIER, 'fr', 'found'],
    ['5,7 km³', 'Le glacier a perdu 5,7 km³ de glace.', GLACIER, 'fr', 'not-found'],
    ['1 460 m', 'Le glacier a reculé de 1 460 m.', GLACIER, 'fr', 'computed'],
    ['1 640 m', 'Le glacier a reculé de 1 640 m.', GLACIER, 'fr', 'not-found'],
    ['1.0.30', 'El programa volverá a la 1.0.30.', ROUTER, 'es', 'found'],
    ['1.0.36', 'El programa volverá a la 1.0.36.', ROUTER, 'es', 'not-found'],
    ['6/6/2024', 'A reunião dos moradores foi em 6/6/2024.', RULES, 'pt', 'found'],
    ['8/6/2024', 'A reunião dos moradores foi em 8/6/2024.', RULES, 'pt', 'not-found'],
    ['45 km/h', 'Trains run at no more than 45 km/h.', RAIL, 'en', 'found'],
    ['65 km/h', 'Trains run at no more than 65 km/h.', RAIL, 'en', 'not-found'],
  ])('%s in “%s”', (text, answer, source, language, state) => {
    expect(findState(text, answer, source, language)).toBe(state);
  });
});
