/** An amount of money. */
const PRICE =
  /[$€£¥₹₩₽]\s?\d|\d(?:[.,]\d\d)?\s?(?:[$€£¥₹₩₽]|(?:EUR|USD|GBP|CHF|kr|zł|Kč|руб|лв|lei)(?!\p{L}))|(?:EUR|USD|GBP|CHF|Rs\.?)\s?\d/iu;

/** Whether a text contains an amount of money. */
export function hasMoney(text: string): boolean {
  return PRICE.test(text);
}

const UNITS = [
  's|m|h|d|w|mo|y|secs?|mins?|seconds?|minutes?|hours?|hrs?|days?|weeks?|months?|years?',
  'sekunden?|minuten?|stunden?|tag(?:en?)?|wochen?|monat(?:en?)?|jahr(?:en?)?|uur|dagen|weken|maanden|jaar|timmar|dagar',
  'heures?|jours?|semaines?|mois|ans?|minutos?|horas?|d[íi]as?|semanas?|mes(?:es)?|a[ñn]os?|minuti|or[ae]|giorni|settimane|mesi',
  'godzin\\p{L}*|dni|tygodni\\p{L}*|saat|gün|час\\p{L}*|дн\\p{L}+|минут\\p{L}*|недел\\p{L}*|месяц\\p{L}*',
];
/** A time, a date, a year, or a relative time. */
const TIME = new RegExp(
  `\\d[:./-]\\d|\\b(?:19|20)\\d\\d\\b|\\d\\s*(?:${UNITS.join('|')})(?!\\p{L})|\\d\\s*[分时時日天月年월일]`,
  'iu',
);

/** Whether a text contains a time, a date, a year, or a time relative to now, in any language. */
export function hasTime(text: string): boolean {
  return TIME.test(text);
}
