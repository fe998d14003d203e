/**
 * Words and signs in dates and times for which `Intl` has no data, in all languages. Those of one language are in its
 * `facts`.
 */

/** A date or year of Chinese, Japanese or Korean. */
export const EAST_ASIAN_DATE =
  /(?:(?<!\d)(\d{4}|\d{2}|1\d{2})\s?[年년]\s*)?(?<!\d)(\d{1,2})\s?[月월]\s*(?:(\d{1,2})\s?[日号號일])?|(?<!\d)(\d{4})\s?[年년](?![间間])/g;

export const HAS_EAST_ASIAN_DATE = /[年年月월년]/;

/** A date of a Japanese era. */
export const ERA_DATE =
  /(令和|平成|昭和|大正|明治)(\d{1,2}|元|[一二三四五六七八九十]{1,4})年(?:(\d{1,2}|[一二三四五六七八九十]{1,3})月)?(?:(\d{1,2}|[一二三四五六七八九十]{1,3})日)?/g;

/** A date or year of Chinese or Japanese in ideographs: 二〇二四年六月三日. */
export const IDEOGRAPHIC_DATE =
  /(?<![〇零一二三四五六七八九十])(?:([一二][〇零一二三四五六七八九]{3})年)(?:([一二三四五六七八九十]{1,2})月(?:([一二三四五六七八九十]{1,3})[日号號])?)?/g;

export const ERA_BEFORE_FIRST_YEAR: Readonly<Record<string, number>> = {
  令和: 2018,
  平成: 1988,
  昭和: 1925,
  大正: 1911,
  明治: 1867,
};

/** The year before the first year of the Taiwanese era: 民國114年 is 2025. */
export const YEAR_BEFORE_REPUBLIC = 1911;

/** The first year of an era. */
export const FIRST_YEAR = '元';

/** The text between a day and a month, or a month and a year. */
export const DATE_JOINT =
  /^(?:\s*(?:\.|º|°|st|nd|rd|th|er|-го|de|del|of|di|،|,|のうち|do|d'|dias? do mês de)?){0,3}\s*$/i;

/** A day, or two days, before a month. */
export const DAY_BEFORE_MONTH =
  /(?<![\d.,:])(?:(\d{1,2})(?:\.|st|nd|rd|th|er|º)?\s?(?:[-–—]|to|bis(?: zum)?|et|and|und|e|y|i|do|al|a|au|и|по|से|إلى)\s?)?(\d{1,2})((?:\.|º|°|st|nd|rd|th|er|-го)?\s*(?:day of |of |dias? do mês de |de |d')?)$/iu;

/** Short month names that are not other words. */
export const SHORT_MONTH_IN_GERMAN = /^(?:mai|juni|juli|märz)$/i;

/** An hour sign, followed by minutes or a half, as part of a pattern with three groups. */
export const HOUR_AND_MINUTE =
  '\\s?(?:h|час[а-я]*)\\s?(\\d{2})(?!\\d)|\\s?[時时点點시](?!间|間|간)\\s?(?:(\\d{1,2})\\s?[分분]|(半|반))?';

/** Behind a number of minutes, which is no hour: 晚8分钟. Part of a pattern. */
export const MINUTES_SIGN = '\\s?[分분]';

/** Behind a number that follows a number of hours. */
export const MINUTES_BEHIND_HOURS = /^ ?分/;

export const HOUR_SIGN = /[時时点點시]/;

/** Words for hours that are just as often part of a duration. */
export const HOURS_OF_DURATION = /^(?:h|hrs|horas|heures?|ore|часов|часа|час)$/i;

/** Before a time of day. */
export const BEFORE_TIME = /(?<![\p{L}\p{M}])(?:à|a las|às|dès|desde las|alle|dalle|vers|в|с|до|к)\s*$/iu;

/** The first hour of a range. */
export const HOUR_OF_RANGE = /(?<![\d.,:])(\d{1,2})(\s?(?:[-–—]|to|bis|à|do|до|until|and|und|et|y|e|i|и)\s?)$/iu;

/** Endings that replace the last letter of a weekday's name. */
export const WEEKDAY_ENDINGS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  pl: { a: ['y', 'ę', 'ach'], k: ['ki', 'kach'] },
  ru: { а: ['у', 'ы', 'ам'], к: ['ка', 'ки'], г: ['га'], е: ['я'] },
};

/** Words for week before the number of a weekday, besides that of `Intl`: 周二 and 週二 for 星期二. */
export const WEEKS_BEFORE_DAY: Readonly<Record<string, readonly string[]>> = { zh: ['周', '週', '礼拜', '禮拜'] };

/** A day without its month, and not a number of days. */
export const DAY_ALONE = /^[日일](?![间間간])/;
