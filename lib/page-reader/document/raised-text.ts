/** Precedes `^` until the paragraph is complete. Only then is it clear whether a number is a price or a fraction. */
const raised = '\u0011';
/** Longer text is small, not raised. Characters. */
const maxLength = 20;

/**
 * Raised text in Markdown, given the last characters `before` it. A power gets `^`, with parentheses unless it is a
 * single number or letter. Ordinals (1st, Mme) and trademarks are clear without `^`.
 */
export function superscript(core: string, before: string): string {
  if (/^[-−+]?\d+$/.test(core) || /^[-−+]?\p{L}$/u.test(core)) return `${raised}^${core}`;
  if (core.length > maxLength || before === '' || core.includes('^') || /^[.,]\d+$/.test(core)) return core;
  if (/^\p{L}+$/u.test(core)) return isVariable(before) && core.length <= 3 ? `${raised}^${core}` : core;
  if (/^\d\/\d$/.test(core) && /\d\s?$/.test(before)) return before.endsWith(' ') ? core : ` ${core}`;
  return terms.test(core) ? `${raised}^(${core})` : core;
}

/** Lowered text in Markdown. Numbers after a letter (CO2) are clear without `_`. */
export function subscript(core: string, before: string): string {
  if (core.length > maxLength || before === '' || /[\s/⁄]$/.test(before)) return core;
  if (/^\d+$/.test(core)) return /\d$/.test(before) ? `_${core}` : core;
  if (/^[\p{L}\p{N}]+$/u.test(core)) return `_${core}`;
  return terms.test(core) ? `_(${core})` : core;
}

const terms = /^[\p{L}\p{N}\s.,+*/=()·−–-]+$/u;

/**
 * Whether this ends with a single lower-case letter or a closing parenthesis, but not with a word or an abbreviation.
 */
function isVariable(before: string): boolean {
  return /\)$|(?:^|\P{L})\p{Ll}$/u.test(before);
}

const currency = '[$€£¥₹₩₽₺₪฿]|zł|kr|Kč|lei|лв|(?:EUR|USD|GBP|CHF|PLN|SEK|NOK|DKK)\\b';
const fraction = new RegExp(`(\\d?)${raised}\\^(\\d+)\\s?[/⁄∕]\\s?_?(\\d+)`, 'g');
/** Bold digits followed by cents that are not bold. */
const boldWhole = new RegExp(`\\*\\*(\\d[\\d.,' ]*)\\*\\*\\s?(?=${raised}\\^\\d\\d(?!\\d))`, 'g');
const centsBehind = new RegExp(`((?:${currency})\\s?\\d(?:[\\d.,' ]*\\d)?)\\s?${raised}\\^(\\d\\d)(?!\\d)`, 'g');
const centsBefore = new RegExp(`(\\d)\\s?${raised}\\^(\\d\\d)(?=\\s?(?:${currency}))`, 'g');
const decimals = new RegExp(`(\\d[.,])\\s?${raised}\\^(\\d{1,3})(?!\\d)`, 'g');

/** Writes fractions as `1 1/2` and the raised cents of prices as decimals. Keeps `^` elsewhere. */
export function withRaisedNumbers(markdown: string): string {
  if (!markdown.includes(raised)) return markdown;
  return markdown
    .replace(boldWhole, '$1')
    .replace(fraction, (_, whole: string, over: string, under: string) => `${whole}${whole && ' '}${over}/${under}`)
    .replace(decimals, '$1$2')
    .replace(centsBehind, (_, whole: string, cents: string) => `${whole}${/\.\d{3}$/.test(whole) ? ',' : '.'}${cents}`)
    .replace(centsBefore, '$1.$2')
    .replaceAll(raised, '');
}
