import { describe, expect, test } from 'vitest';
import { checkAnswer } from './index.ts';

function findState(claim: string, answer: string, source: string): string | undefined {
  return checkAnswer(answer, [{ text: source }]).find(({ text, kind }) => kind === 'name' && text.includes(claim))
    ?.state;
}

const CITY =
  'The city grows. The mayor, Anna Keller, promised a new bridge by 2030. The bank was opened by the banker Otto Weber in spring. It rained. People danced.';

describe('a name', () => {
  test('is misattributed where a source says it of another one', () => {
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

  test('is found after a title with an adjective', () => {
    const source = 'وقال الرئيس التنفيذي فهد المرزوقي إن الإيرادات ارتفعت.';
    expect(findState('فهد', 'قال فهد المرزوقي إن الإيرادات ارتفعت.', source)).not.toBe('not-found');
  });
});
