import { describe, expect, test } from 'vitest';
import { checkAnswer } from './index.ts';

const PLANS =
  '# Backups\n\nThis page describes the usual case of a backup.\n\n| Plan | Storage | Largest file |\n|---|---|---|\n| Free | 5 GB | 500 MB |\n| Team | 250 GB | 8 GB |\n| Company | 2 TB | 50 GB |';
const MACHINES =
  '| | Lusitana Pro 15 | Lusitana Mini |\n|---|---|---|\n| Potência | 1.450 W | 1.050 W |\n| Reservatório | 2,1 L | 0,9 L |\n| Peso | 8,6 kg | 3,9 kg |\n| Preço | 429,90 € | 159,90 € |';
const TEAS =
  '| 品种 | 产量(吨) | 均价(元/公斤) |\n|---|---|---|\n| 云岭毛尖 | 3450 | 286 |\n| 金丝红茶 | 2780 | 198 |\n| 老树乌龙 | 1690 | 225 |';

function findState(text: string, answer: string, source: string, language: string): string | undefined {
  return checkAnswer(answer, [{ text: source }], { language }).find((claim) => claim.text.startsWith(text))?.state;
}

describe('a figure of another row or column than the one that the answer names', () => {
  test.each([
    ['a row in another language', 'W planie Team masz 2 TB miejsca.', '2 TB', PLANS, 'pl', 'not-found'],
    ['the figure of that row', 'W planie Team masz 250 GB miejsca.', '250 GB', PLANS, 'pl', 'found'],
    ['a row that is only compared', 'Company has 2 TB, which is more than with Team.', '2 TB', PLANS, 'en', 'found'],
    ['two rows', 'Free and Team have less than the 2 TB of Company.', '2 TB', PLANS, 'en', 'found'],
    [
      'a cell below a header with a unit',
      '| 品种 | 均价 |\n|---|---|\n| 云岭毛尖 | 286元/公斤 |\n| 金丝红茶 | 225元/公斤 |',
      '225元',
      TEAS,
      'zh',
      'not-found',
    ],
    [
      'a row whose label contains that of another one',
      '準決勝では白浜商業が勝ち、3,400人が見ました。',
      '3,400人',
      '| 試合 | 勝者 | 観客 |\n|---|---|---|\n| 決勝 | 南高校 | 5,100人 |\n| 準決勝1 | 白浜商業 | 3,400人 |\n| 準決勝2 | 南高校 | 2,900人 |',
      'ja',
      'found',
    ],
    [
      'a list about one column',
      'A Lusitana Pro 15 tem 1.450 W de potência.\n\n- Reservatório: 0,9 L\n- Peso: 8,6 kg\n- Preço: 429,90 euros',
      '0,9 L',
      MACHINES,
      'pt',
      'not-found',
    ],
    [
      'the figure of that column',
      'A Lusitana Pro 15 tem 1.450 W de potência.\n\n- Reservatório: 2,1 L\n- Peso: 8,6 kg\n- Preço: 429,90 euros',
      '2,1 L',
      MACHINES,
      'pt',
      'found',
    ],
  ] as const)('%s', (_, answer, text, source, language, state) => {
    expect(findState(text, answer, source, language)).toBe(state);
  });
});
