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

/** The English pronoun and its contractions, which have a capital and are no name: "I", "I'm". */
export const CAPITAL_PRONOUN = /^I(?:'\p{L}+)?$/u;

/** Titles that any person may have and that nothing but a name follows, without accents. */
export const HONORIFIC_BEFORE_NAME =
  /^(?:mr|mrs|ms|miss|dr|herrn?|frau|monsieur|madame|mademoiselle|m|mme|mlle|senora?|sra?|don|dona|dra|signora?|sig|dott|senhora?|pan[aiu]?|господин|госпожа|г-н|г-жа|bay|bayan)$/u;

/** What is written together with the next word in Romance languages: "l'eau", "dell'Arno". */
export const ELISION = /^(?:l|d|c|s|n|m|t|j|qu|un|dell|all|nell|sull|dall|quell|lorsqu|puisqu|jusqu)['’](?=\p{L}{2})/iu;
