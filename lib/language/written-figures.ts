/** Words and signs around figures, in all languages. Those of one language are in its `facts`. */

/** The text after the digits of an ordinal. */
export const ORDINAL_ENDING = /^(?:st|nd|rd|th|º|ª|-(?:го|му|м|й|я|е|ю|х)|\.?er|ème|e)(?![\p{L}])/u;

/** Between a figure and its unit. */
export const UNIT_LINK = /^(?: (?:de |d'|di |of )?|-|个|個)?/;

/** The text between two figures with one unit. A line break ends a cell, and a "-" after it is a sign. */
export const FIGURE_RANGE =
  /^[^\S\n]?(?:[-–—]|to|bis|a|à|al|au|do|и|до|по|et|y|e|and|und|or|oder|से|إلى|から|至|到|에서)\s?$/iu;

/** “And”: the two figures are not a range. */
export const FIGURE_AND = /^\s?(?:and|und|et|y|e|и)\s?$/iu;

/** Letters after digits that do not turn the digits into an identifier. */
export const NUMBER_ENDING = /^-?(?:st|nd|rd|th|s|er|ers|ème|e|x|k|m|bn|mn)$/i;

/** The text between the last two items of a list, in any language. */
const CONJUNCTION =
  /(?<![\p{L}\p{M}])(?:and|or|but|while|than|und|oder|sowie|während|als|et|ou|tandis|que|y|o|mientras|e|mentre|oraz|a|i|и|а|или|ve|ise|और|तथा|و)(?![\p{L}\p{M}])|(?<![\p{L}\p{M}])و(?=ال)/iu;

/** A unit written together with a number word before it, by language: “dreiwöchig”. */
export const COMPOUND_OF_UNIT: Readonly<Record<string, RegExp>> = {
  de: /(?:minütig|stündig|tägig|wöchig|monatig|jährig|prozentig)(?:e[mnrs]?)?$/u,
};

/** A number of times in one word, by language: “dreimal”. */
export const COMPOUND_OF_TIMES: Readonly<Record<string, RegExp>> = { de: /mal$/u };

/** A word that says how many times: “dreimal”. `TIMES_AFTER_NUMBER`: what says so after a number, as in “drei Mal”. */
export const WORD_OF_TIMES = /(?:mal|дважды|трижды)$/iu;
export const TIMES_AFTER_NUMBER =
  /^\s?(?:mal|times|fois|veces|volte|vezes|раза?|razy|kez|kere|defa|번|회|مرات|बार)(?![\p{L}\p{M}])/iu;

/** After a number in ideographs, without the words that it begins: 三回, but not 三回戦. */
export const TIMES_AFTER_IDEOGRAPH: Readonly<Record<string, RegExp>> = {
  ja: /^回(?![戦忌生目])/u,
  zh: /^[次回](?![元方])/u,
};

/** Words which indicate that figures belong to the previously named items in the same order. */
export const RESPECTIVELY =
  /respectively|respectivement|respectivamente|rispettivamente|beziehungsweise|соответственно|відповідно|odpowiednio|sırasıyla|각각|それぞれ|分别|分別|على التوالي|क्रमशः|क्रमश:/iu;

/** The text before the last item of a list. */
export const LAST_OF_LIST = new RegExp(`${CONJUNCTION.source}|和|与|及|と|및|(?<=\\p{L})[와과]\\s`, 'giu');
