/*
 * The cost of characters in hundredths of a token. Fitted to the median of six tokenizers (o200k, Gemma 3, Qwen 3.6,
 * Llama 3, Mistral Tekken, DeepSeek V4) on 11,700 texts: the Universal Declaration of Human Rights in 528 translations,
 * web pages, code, data, and Sidenote's own messages. For the method and the error, see
 * docs/decisions/0046-text-and-tokens.md.
 */

/** The beginning of a word in Latin or Cyrillic letters. */
export const WORD = { latin: 73, cyrillic: 60 };
/** An upper-case letter inside a word, after a lower-case or an upper-case one. */
export const UPPER_CASE = { afterLower: 95, afterUpper: 20 };
/** A basic letter after another letter of its script, for pairs that are not in the tables. */
export const AFTER_OTHER_LETTER = { latin: 12, cyrillic: 70 };
/** An ASCII digit, and a digit after a space, which is then a separate token. */
export const DIGIT = { usual: 70, afterSpace: 135 };
/** The first of several signs, each following one, and a repetition of the same one. */
export const SIGN = { first: 75, next: 32, same: 8 };
export const LINE_BREAK = { first: 62, same: 10 };
/** A single space is part of the word after it. */
export const SPACE = { first: 2, same: 5, indent: 35 };
export const CONTROL_CHARACTER = 100;

/**
 * A letter after another one in a word: hundredths divided by three, as a digit in base 36, with a row for each first
 * letter. Pairs that are frequent in languages well covered by vocabularies cost almost nothing. The same letters form
 * other pairs in other languages.
 */
export const LATIN_PAIRS: readonly string[] = [
  'x111xc1vav61l1x1x11112fu1x',
  'gxfp1jmwl1o1mg1kj11g1kxi1j',
  '1m1o1qi61l119i1ij111hglj16',
  '118r1k1x1o81j81eje1l3bxjhw',
  '1111411jksx11111111lm111br',
  'tsxq11kx1lk1mx1jj1j11jplpq',
  'xxtx1t119ih1j1thl1fxtsxx5k',
  '18ho1ljn1pgu341oh181xxop2l',
  'ft1a111xxxx1111xxr11x1xxx1',
  'bkulfjktxcllplk3ll1rckojxj',
  'mifg65oxlkxss1xxkj1tqoxjhh',
  'ewd1157x1ht181112e1111xh1n',
  'aohx1jfxbkni7x51np1vnvxjhm',
  'tv111111pox7pxiqxx11p2xxcx',
  '2d11w15xbax91131x11f111p5d',
  '8lb21g11dmi19111k1111kxhek',
  'ximlxiknxlhbmlxirnkq1jkjlk',
  '1e11111b1v111111li116btl1a',
  'nk1b15ot1og61711xh111ahl14',
  'da1h16x11jg11111m1e1691m1x',
  'd11dbm1xuga16bx1k111xxsl1x',
  'fwkt1mox1nkrpmaimxjoxqknns',
  'epkngik11mmhk14ij714xk1jhj',
  '1manlnnkekiijkp1kj95lgnirr',
  'm83xxormxjghmx11ku1bxqcmae',
  '2gmobjhxxmlklcxikolf4erjan',
];

/** The same table for а to я, without ё. */
export const CYRILLIC_PAIRS: readonly string[] = [
  'xvomjd1jqnlje1ood18ellejhgklkmcc',
  'glkll1lmrklfkl2kcomakhkkk8kgknkl',
  '4kkln1johlf3i11kq1olkkkiikk8knkj',
  'bkljibjkpkkbjl1kgjjfkkkjikxkrhkk',
  'fmlkp1qx3kh9llgjk9lhkkkkkkk1mnlm',
  'lhm7k48fx11111ae111ielk67dkkkklf',
  'ghkk11kkikjii1jkklkjkkkikkltolkk',
  '6hhecpklxklmgdgegjlikkkkkkkxnrkk',
  'tipjv1vba1u1dfkopeaqg1ihmkkkkm21',
  'pkkdlijlnkgbthjlnbimnjkkjkksklkk',
  '6knlf2jkokmdkj9kajhvkkjlmkxtkokk',
  'fnlfd28k1kim7k1jkjh8kljkkkr11j81',
  'toklj1jm5knhledlojkfklkkjkmshnke',
  '1jkoe1kq1kmkp11lkmoaijluiikegxkh',
  'o111161jm1h13xlhi1crnjfjlkkmknhf',
  'mkkkk8kkiklcklam1qixknkkolkqjnki',
  '4nigk1lolnjdjm1kndx8kdnkfkk6kvjh',
  'mk1mhskkckkoo914bi1fkjklkkm3vok1',
  'pj1kk6kkdkmnjp1j4gb6knknqkjk1pjg',
  'xdl7cjbgqsokqxqdxrnkkoijkjkoku2l',
  'fkkkkhkkmkkkkkekkkmkilkkkkknkpkk',
  'xkkkkmkklkklklbkkpjxkpkklkxpuxkk',
  'okjkkkkkakkkkkkkkkjjkllkkkkspkgm',
  'nkkkk1kkjklsketkikdrkkkmjklsknkk',
  'hkklk1kkdkjgjloklkxmkkkklkogomkk',
  'hkkkk4kkbkkkkkgkkkmeklkkkkkokmkk',
  'pjlllklklkmljkpklklxkokkkkkskxkk',
  'likxxdllk5w8jhk7psqlq9momnklkkkl',
  'qkkkklkgmkkkk5kkk1lkkkklhkkvksgb',
  'kpmirllvlkunxvkrtmgxlpnmlolkkekk',
  'kijlbkklkkkkklkkklcjkkkhkfkkkkjk',
  'kjgikiiiln8gjlkknigkkfljkfklkljk',
];

/**
 * Latin letters with diacritics that are frequent enough for separate values, in lower case. Upper case costs the same.
 */
export const LATIN_LETTERS: readonly (readonly [letters: string, cost: number])[] = [
  ['ßãçôăđęğışż', 20],
  ['éóýą', 40],
  ['àáöěľńřśťũů', 70],
  ['äêíîüþÿćĉċčďĕėĝġģĥīĭįĳĵķĸĺļŀņŉŏőœŕŗŝţŧūŭűųŵŷźžſ', 100],
  ['ëðøāēłōš', 130],
  ['âåæèìïñòõùúûħĩňŋ', 180],
];
