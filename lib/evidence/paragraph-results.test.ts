import { describe, expect, test } from 'vitest';
import { checkAnswer } from './index.ts';

/** A paragraph without figures, from which the language of short texts is detected. */
const MORE: Readonly<Record<string, string>> = {
  de: 'Das ist, was die Leute in der Stadt darüber erzählt haben, und sonst gibt es nichts, was sie sagen wollten.',
  en: 'This is what the people of the town have told us about it, and there is nothing else that they want to say.',
  es: 'Esto es lo que la gente de la ciudad nos ha contado, y no hay nada más que quisieran decir.',
  fr: "C'est ce que les gens de la ville nous ont raconté, et il n'y a rien d'autre qu'ils voulaient dire.",
  it: 'Questo è quello che la gente della città ci ha raccontato, e non c’è altro che volessero dire.',
  pl: 'To jest to, co ludzie z miasta nam opowiedzieli, i nie ma nic więcej, co chcieliby powiedzieć.',
  pt: 'Isto é o que as pessoas da cidade nos contaram, e não há mais nada que quisessem dizer.',
};

function findState(text: string, answer: string, source: string, language: string): string | undefined {
  const claims = checkAnswer(answer, [{ text: `${source}\n\n${MORE[language] ?? ''}` }], { language });
  return claims.find((claim) => claim.text.includes(text))?.state;
}

describe('a result of the only figures of a paragraph', () => {
  test.each([
    [
      'a change between two sentences',
      'es',
      'El pueblo tenía 2.310 habitantes en 2001. Ahora tiene 1.848 y una escuela con 96 alumnos.',
      'El pueblo ha perdido un {} de sus habitantes.',
      ['20 %', '30 %'],
    ],
    [
      'a share of the next figure of a clause',
      'en',
      'The team won 18 of its 30 matches, drew 5 and lost 7. Home crowds averaged 4,350.',
      'The team won {} of its matches.',
      ['60%', '70%'],
    ],
    [
      'the share of the figure that the answer names',
      'de',
      'Die Firma hat 1.100 Beschäftigte, davon 440 in Polen und 220 in Spanien.',
      '{} der Beschäftigten arbeiten in Polen.',
      ['40 %', '45 %'],
    ],
    [
      'the sum of all amounts of a unit',
      'en',
      'The first stage is 112 km, the second 96 km and the third 134 km. About 180 riders start on 7 July.',
      'The three stages add up to {}.',
      ['342 km', '352 km'],
    ],
    [
      'half of a number',
      'fr',
      'La moitié des 86 communes ont répondu, 12 ont refusé.',
      '{} communes ont répondu.',
      ['43', '46'],
    ],
    [
      'half of the only price',
      'it',
      'Il biglietto costa 12 euro; sotto i 18 anni si paga la metà.',
      'I ragazzi pagano {}.',
      ['6 euro', '8 euro'],
    ],
    [
      'an amount and the only number of a sentence',
      'fr',
      'Le médicament se prend deux fois par jour, 250 mg à chaque fois, pendant 10 jours.',
      'On prend {} par jour.',
      ['500 mg', '600 mg'],
    ],
    [
      'a price for the persons of the answer',
      'es',
      'La entrada cuesta 14 euros, y 9 euros para niños. Hay 12 salas y 3 patios.',
      'Dos adultos y dos niños pagan {}.',
      ['46 euros', '48 euros'],
    ],
    [
      'a part by the only percentage of a sentence',
      'en',
      'The reservoir holds 4.2 million cubic metres, and it is now 60% full. It was built in 1958 for £1.1 million.',
      'It now holds about {} cubic metres.',
      ['2.5 million', '3.5 million'],
    ],
    [
      'an area in another unit',
      'fr',
      'Le lac couvre 3,2 kilomètre carré et sa profondeur atteint 46 mètres.',
      'Le lac couvre {}.',
      ['320 hectares', '360 hectares'],
    ],
  ] as const)('%s', (_, language, source, answer, [result, other]) => {
    expect(findState(result, answer.replace('{}', result), source, language)).toBe('computed');
    expect(findState(other, answer.replace('{}', other), source, language)).toBe('not-found');
  });

  test('no percentage of two figures among others of their size', () => {
    const source = 'It had 340 members in 2019 and 410 in 2020. There were 510 in 2021.';
    expect(findState('50%', 'The number of members rose by 50%.', source, 'en')).toBe('not-found');
  });
});

describe('a time that follows from others', () => {
  test.each([
    [
      'the days from one date to another',
      'en',
      'The bridge was closed from 3 June to 12 June 2023. Repairs cost $84,000, and 14 workers were hired.',
      'The bridge was closed for {} in June 2023.',
      ['nine days', 'seven days'],
    ],
    [
      'the end of what begins at a time and takes a while',
      'it',
      'Il concerto inizia alle 20.30 e dura 2 ore. I posti del concerto costano 35 euro.',
      'Il concerto finisce alle {}.',
      ['22.30', '23.30'],
    ],
    [
      'an hour without a number before minutes',
      'ar',
      'ينطلق القطار الساعة 6:40 ويصل الساعة 8:25. ثمن التذكرة 35 درهمًا.',
      'تستغرق الرحلة ساعة و{}.',
      ['45 دقيقة', '55 دقيقة'],
    ],
    [
      'a duration that is written like a time',
      'fr',
      'Le train part à 8 h 12 et arrive à 10 h 47. Le billet coûte 54 €.',
      'Le voyage dure {}.',
      ['2 h 35', '2 h 45'],
    ],
  ] as const)('%s', (_, language, source, answer, [result, other]) => {
    expect(findState(result, answer.replace('{}', result), source, language)).toBe('computed');
    expect(findState(other, answer.replace('{}', other), source, language)).toBe('not-found');
  });

  test('no duration of a time of day', () => {
    const source = 'Le train part à 8 h 12 et arrive à 10 h 47. Le billet coûte 54 €.';
    expect(findState('2 h 35', 'Le train part à 2 h 35.', source, 'fr')).toBe('not-found');
  });
});
