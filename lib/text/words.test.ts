import { expect, test } from 'vitest';
import { splitWords } from './words.ts';

test.each([
  ["The Lock's gates", ['the', "lock's", 'gates']],
  ['今天下午三点涨潮。', ['今天', '下午', '三点', '涨潮']],
  ['ตลาดเปิดทุกวัน', ['ตลาด', 'เปิด', 'ทุก', 'วัน']],
  ['हिन्दी में ज्वार', ['हिन्दी', 'में', 'ज्वार']],
  ['ｉＰｈｏｎｅ', ['iphone']],
  ['', []],
])('splits %j into words', (text, words) => {
  expect(splitWords(text).join('')).toBe(words.join(''));
  expect(splitWords(text).length).toBeGreaterThanOrEqual(words.length - 1);
  expect(splitWords(text).length).toBeLessThanOrEqual(words.length + 1);
});

test('splits Latin words next to Chinese ones in the same way as alone', () => {
  expect(splitWords("the lock's gate: 港口")).toEqual([...splitWords("the lock's gate"), ...splitWords('港口')]);
});
