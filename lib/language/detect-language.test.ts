import { expect, test } from 'vitest';
import { detectLanguage } from './index.ts';

test.each([
  ['en', 'The harbour is open to all boats that come from the north.'],
  ['de', 'Der Hafen ist für alle Boote offen, die aus dem Norden kommen.'],
  ['fr', 'Le port est ouvert à tous les bateaux qui viennent du nord.'],
  ['es', 'El puerto está abierto a todos los barcos que vienen del norte.'],
  ['it', 'Il porto è aperto a tutte le barche che vengono dal nord.'],
  ['pt', 'O porto está aberto a todos os barcos que vêm do norte.'],
  ['pl', 'Port jest otwarty dla wszystkich łodzi, które przypływają z północy.'],
  ['tr', 'Liman kuzeyden gelen bütün tekneler için açık ve çok büyük.'],
  ['tr', 'Yarış saat 8:30 başladı, ödül 250.000 lira.'],
  ['pl', 'Budowa trwała 31 miesięcy.'],
  ['ru', 'Порт открыт для всех лодок с севера.'],
  ['ar', 'الميناء مفتوح لجميع القوارب.'],
  ['hi', 'बंदरगाह सभी नावों के लिए खुला है।'],
  ['ja', '港はすべての船に開かれている。'],
  ['zh', '港口对所有船只开放。'],
  ['ko', '항구는 모든 배에 열려 있다.'],
  ['nl', 'De haven is open voor alle boten die uit het noorden komen.'],
  ['sv', 'Hamnen är öppen för alla båtar som kommer från norr.'],
  ['cs', 'Přístav je otevřen pro všechny lodě, které plují ze severu.'],
  ['uk', 'Гавань відкрита для всіх човнів з півночі.'],
  ['fi', 'Kesän näytelmä on komedia. Ensi-ilta on kesäkuussa, ja viimeinen esitys elokuussa.'],
  ['en', '12 345'],
])('a text is in %s: %s', (language, text) => {
  expect(detectLanguage(text)).toBe(language);
});
