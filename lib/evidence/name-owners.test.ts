import { describe, expect, test } from 'vitest';
import { checkAnswer } from './index.ts';

function findState(claim: string, answer: string, source: string): string | undefined {
  return checkAnswer(answer, [{ text: source }]).find(({ text, kind }) => kind === 'name' && text.includes(claim))
    ?.state;
}

const CITY =
  'The city grows. The mayor, Anna Keller, promised a new bridge by 2030. The bank was opened by the banker Otto Weber in spring. It rained. People danced.';

describe('a name', () => {
  test('is misattributed if a source states it about another one', () => {
    expect(findState('Anna Keller', 'The bridge was promised by the mayor Anna Keller.', CITY)).toBe('found');
    expect(findState('Otto Weber', 'The bridge was promised by the mayor Otto Weber.', CITY)).toBe('not-found');
  });

  test.each([
    [
      'with other letters within it',
      'She was born in Leadbridge in May.',
      'She was born in Ledbridge in May.',
      'Leadbridge',
    ],
    [
      'with another last syllable',
      '오민수 대표는 웃었다.',
      '오민석 대표는 웃었다. 배정화 군수도 왔다. 김철수 대표는 갔다.',
      '오민수',
    ],
    [
      'with another given name in kana',
      '検証者は相原かおりさんです。',
      '検証は相原みどりさんが行いました。',
      '相原かおり',
    ],
    ['with another last sign and no title', '后来由秦慕华接任。', '他离任后，由秦慕兰接任。', '秦慕华'],
    [
      'with another given name before a family name',
      'قال خالد المرزوقي إن العمل جيد.',
      'وقال فهد المرزوقي إن العمل جيد.',
      'خالد',
    ],
  ])('is not found %s', (_, answer, source, claim) => {
    expect(findState(claim, answer, source)).toBe('not-found');
  });

  test('is misattributed next to a quotation that is next to another name in the source', () => {
    const source = `${CITY} "The river belongs to everybody who swims", said Mira Holm. Nobody laughed. The guests left early.`;
    const answer = (name: string) => `${name} said: "The river belongs to everybody who swims".`;
    expect(findState('Mira Holm', answer('Mira Holm'), source)).toBe('found');
    expect(findState('Otto Weber', answer('Otto Weber'), source)).toBe('not-found');
    const next = '"The river belongs to everybody who swims." Otto Weber opened the bank.';
    expect(findState('Otto Weber', next, source)).toBe('found');
  });

  test.each([
    [
      'with a hyphen between two words',
      'Il a reçu le prix de Sainte-Cécile.',
      "L'Académie Sainte-Cécile lui a remis son prix.",
      'Sainte-Cécile',
    ],
    [
      'behind a verb at the beginning',
      'Necesitas Windows 10 y mucha memoria.',
      'Requisitos: Windows 10 o macOS 13. La memoria es poca.',
      'Windows',
    ],
    [
      'that is short and has an ending',
      'Победил Артемий Лозовой из Верхнего Яра.',
      '| Участник | Город |\n|---|---|\n| Артемий Лозовой | Верхний Яр |\n| Камила Сафина | Белорецк |',
      'Яра',
    ],
  ])('is not a different one %s', (_, answer, source, claim) => {
    expect(findState(claim, answer, source)).not.toBe('not-found');
  });

  test.each([
    [
      'of unknown words behind a title',
      'Für den Lärm setzte die Richterin Dr. Wibke Saalfeld 35 % an, und das Gericht gab der Klage statt.',
      'Die Klage ist begründet. Richterin am Amtsgericht Dr. Wiebke Saalfrank hält für den Lärm eine Minderung von 35 % für angemessen.',
      'Saalfeld',
    ],
    [
      'of an organization with another first word',
      'Die Weitblick Reisen GmbH muss zahlen.',
      'Der Kläger buchte bei der Fernblick Reisen GmbH. Die Fernblick Reisen GmbH muss zahlen.',
      'Weitblick',
    ],
  ])('in German is not found %s', (_, answer, source, claim) => {
    expect(findState(claim, answer, source)).toBe('not-found');
  });

  test('of two persons is mixed although a conjunction joins them in the source', () => {
    const source = 'Getestet haben Imke Stracke und Bojan Pavlic im Herbst.';
    expect(findState('Imke Pavlic', 'Den Test machte Imke Pavlic.', source)).toBe('not-found');
    expect(findState('Imke Stracke', 'Den Test machte Imke Stracke.', source)).toBe('found');
  });

  test('is found after a title with an adjective', () => {
    const source = 'وقال الرئيس التنفيذي فهد المرزوقي إن الإيرادات ارتفعت.';
    expect(findState('فهد', 'قال فهد المرزوقي إن الإيرادات ارتفعت.', source)).not.toBe('not-found');
  });
});
