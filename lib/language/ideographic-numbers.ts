/** A number in ideographs. In 五十五千克, 千 belongs to the unit. */
export const IDEOGRAPHIC_NUMBER =
  /(?<!第[零〇一二两兩三四五六七八九十百千]*)(?:[零〇一二两兩三四五六七八九十百万萬亿億兆]|千(?![克米瓦卡伏赫焦帕]))+/g;

/** Precedes the smaller part of a number, which is not a year: 1万2000. */
export const MAGNITUDE_BEFORE_DIGITS = '\\d[万萬亿億兆만억조]';

const DIGITS: Readonly<Record<string, number>> = {
  零: 0,
  〇: 0,
  一: 1,
  二: 2,
  两: 2,
  兩: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
};
const SMALL: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };
const LARGE: Readonly<Record<string, number>> = { 万: 1e4, 萬: 1e4, 亿: 1e8, 億: 1e8, 兆: 1e12 };

/**
 * The value of a number in ideographs, such as 三十五 or 二〇二四. Null for a magnitude alone, which belongs to the digits
 * before it.
 */
export function readIdeographicNumber(text: string): number | null {
  if (/^[零〇一二三四五六七八九]{2,}$/.test(text)) return Number([...text].map((sign) => DIGITS[sign]).join(''));
  if (/^[百千万萬亿億兆]/.test(text)) return null;
  let total = 0;
  let section = 0;
  let digit = 0;
  for (const sign of text) {
    if (sign in DIGITS) digit = DIGITS[sign] ?? 0;
    else if (sign in SMALL) {
      section += (digit || 1) * (SMALL[sign] ?? 1);
      digit = 0;
    } else {
      total += (section + digit || 1) * (LARGE[sign] ?? 1);
      section = 0;
      digit = 0;
    }
  }
  return total + section + digit;
}
