import { expect, test } from 'vitest';
import { hasUnspacedText, splitWords } from './words.ts';

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

test('splits texts that need no normalization as it does others', () => {
  for (let code = 0; code < 0x2100; code += 1) {
    const text = `Ab${String.fromCodePoint(code)}Cd ${String.fromCodePoint(code)}`;
    const words = text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+(?:['’]\p{L}+)?/gu);
    if (!hasUnspacedText(text)) expect(splitWords(text)).toEqual(words);
  }
});

test('splits Latin words beside Chinese ones as it does alone', () => {
  expect(splitWords("the lock's gate: 港口")).toEqual([...splitWords("the lock's gate"), ...splitWords('港口')]);
});
