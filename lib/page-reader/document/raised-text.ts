/** Precedes `^` until the paragraph is complete. Only then is it clear whether a number is a price or a fraction. */
const RAISED = '\u0011';
/** Longer text is small, not raised. Characters. */
const MAX_LENGTH = 20;

/**
 * Raised text in Markdown, given the last characters `before` it. A power gets `^`, with parentheses unless it is a
 * single number or letter. Ordinals (1st, Mme) and trademarks are clear without `^`.
 */
export function superscript(core: string, before: string): string {
  if (/^[-−+]?\d+$/.test(core) || /^[-−+]?\p{L}$/u.test(core)) return `${RAISED}^${core}`;
  if (core.length > MAX_LENGTH || before === '' || core.includes('^') || /^[.,]\d+$/.test(core)) return core;
  if (/^\p{L}+$/u.test(core)) return isVariable(before) && core.length <= 3 ? `${RAISED}^${core}` : core;
  if (/^\d\/\d$/.test(core) && /\d\s?$/.test(before)) return before.endsWith(' ') ? core : ` ${core}`;
  return TERMS.test(core) ? `${RAISED}^(${core})` : core;
}

/** Lowered text in Markdown. Numbers after a letter (CO2) are clear without `_`. */
export function subscript(core: string, before: string): string {
  if (core.length > MAX_LENGTH || before === '' || /[\s/⁄]$/.test(before)) return core;
  if (/^\d+$/.test(core)) return /\d$/.test(before) ? `_${core}` : core;
  if (/^[\p{L}\p{N}]+$/u.test(core)) return `_${core}`;
  return TERMS.test(core) ? `_(${core})` : core;
}

const TERMS = /^[\p{L}\p{N}\s.,+*/=()·−–-]+$/u;

/**
 * Whether this ends with a single lower-case letter or a closing parenthesis, but not with a word or an abbreviation.
 */
function isVariable(before: string): boolean {
  return /\)$|(?:^|\P{L})\p{Ll}$/u.test(before);
}

const CURRENCY = '[$€£¥₹₩₽₺₪฿]|zł|kr|Kč|lei|лв|(?:EUR|USD|GBP|CHF|PLN|SEK|NOK|DKK)\\b';
const FRACTION = new RegExp(`(\\d?)${RAISED}\\^(\\d+)\\s?[/⁄∕]\\s?_?(\\d+)`, 'g');
/** Bold digits followed by cents that are not bold. */
const BOLD_WHOLE = new RegExp(`\\*\\*(\\d[\\d.,' ]*)\\*\\*\\s?(?=${RAISED}\\^\\d\\d(?!\\d))`, 'g');
const CENTS_BEHIND = new RegExp(`((?:${CURRENCY})\\s?\\d(?:[\\d.,' ]*\\d)?)\\s?${RAISED}\\^(\\d\\d)(?!\\d)`, 'g');
const CENTS_BEFORE = new RegExp(`(\\d(?:[\\d.,']*\\d)?)\\s?${RAISED}\\^(\\d\\d)(?=\\s?(?:${CURRENCY}))`, 'g');
const DECIMALS = new RegExp(`(\\d[.,])\\s?${RAISED}\\^(\\d{1,3})(?!\\d)`, 'g');

/** A price in which points separate thousands has a comma before its cents: 1.249,95. */
function joinCents(_: string, whole: string, cents: string): string {
  return `${whole}${/\.\d{3}$/.test(whole) ? ',' : '.'}${cents}`;
}

/** Writes fractions as `1 1/2` and the raised cents of prices as decimals. Keeps `^` elsewhere. */
export function withRaisedNumbers(markdown: string): string {
  if (!markdown.includes(RAISED)) return markdown;
  return markdown
    .replace(BOLD_WHOLE, '$1')
    .replace(FRACTION, (_, whole: string, over: string, under: string) => `${whole}${whole && ' '}${over}/${under}`)
    .replace(DECIMALS, '$1$2')
    .replace(CENTS_BEHIND, joinCents)
    .replace(CENTS_BEFORE, joinCents)
    .replaceAll(RAISED, '');
}
