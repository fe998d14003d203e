/** Languages in which case endings of names replace letters: Anna, Annie, Anny. */
export const INFLECTED_NAMES: ReadonlySet<string> = new Set([
  'ru',
  'uk',
  'pl',
  'cs',
  'sk',
  'bg',
  'sr',
  'hr',
  'el',
  'fi',
  'hu',
  'tr',
  'ro',
  'lt',
  'lv',
]);
