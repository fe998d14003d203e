/** Conjunctions, prepositions and the article, which Arabic writes together with a word. */
export const ARABIC_PREFIX = /^(?:[وفبكل]?ال|لل|[وفبلك](?=\p{L}{4}))/u;

/** A conjunction or a preposition before a name, as part of a pattern. */
export const ARABIC_PREFIX_OF_NAME = '[وبلفك]';

/** The letters that are also written as a plain alef, and the plain alef. */
export const ARABIC_ALEFS = /[أإآ]/g;
export const ARABIC_ALEF = 'ا';
