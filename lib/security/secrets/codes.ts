import type { Secret } from '../../contracts/index.ts';
import { BEFORE_ITS_NAME, CARD_CHECK_NAME, CODE_NAME, KEEP_TO_YOURSELF } from '../../language/index.ts';
import { findSecretMatches, findWithNames } from './secret.ts';

/**
 * Digits, together or in two groups, or a mix of capitals and digits, as in `G-123456` and `7KX9QP`. The lookaheads are
 * limited to the length of such a mix, at most 27 characters. Unlimited ones would read the rest of the page at every
 * position.
 */
const VALUE =
  '(?:[A-Z]{1,3}-)?\\d{3,4}[ \\u00A0-]\\d{3,4}|(?:[A-Z]{1,3}-)?\\d{4,10}|(?=[A-Z0-9-]{0,26}\\d)(?=[A-Z0-9-]{0,26}[A-Z])[A-Z0-9]{3,6}(?:-?[A-Z0-9]{2,6}){1,3}';
const CLOSED = '(?![\\w%])(?![.,:/]\\d)';

const NAME = new RegExp(CODE_NAME, 'giu');

/** The code follows its name on the same line. */
const AFTER_NAME = new RegExp(
  `(?:${CODE_NAME})(?![\\p{Ll}])[^\\n\\d]{0,40}?(?<![A-Za-z0-9$€£#/.])(?<secret>${VALUE})${CLOSED}`,
  'dyiu',
);
/** The code is alone on one of the next lines, as in mails. */
const BELOW_NAME = new RegExp(
  `(?:${CODE_NAME})[^\\n]{0,120}\\n(?:[^\\n\\d]{0,120}\\n){0,3}[ \\t#>*_|\`]{0,8}(?<secret>${VALUE})[ \\t*_|\`]{0,4}(?=\\n|$)`,
  'dyiu',
);
/** The code comes before its name: “123456 is your code”, “use 123456 to sign in”. */
const BEFORE_NAME = new RegExp(
  `(?<![A-Za-z0-9$€£#/.:-])(?<secret>${VALUE})${CLOSED}(?=[ *_]{1,4}(?:is|ist|est|es|è|—|-)[ ](?:your|the|ihr|dein|votre|tu|su|il tuo)[ ][^\\n]{0,30}?(?:${CODE_NAME}|code\\b|PIN\\b))`,
  'dgiu',
);
/** “482913 (login code)”, also in scripts without spaces. */
const BEFORE_NAME_BESIDE = new RegExp(
  `(?<![A-Za-z0-9$€£#/.:-])(?<secret>\\d{4,8})[ ]?${BEFORE_ITS_NAME}[^\\n\\d]{0,6}(?:${CODE_NAME})`,
  'dgiu',
);
/** Followed by a warning. */
const NOT_FOR_OTHERS = new RegExp(
  `(?<![A-Za-z0-9$€£#/.,:-])(?<secret>\\d{4,8}|\\d{3}[ -]\\d{3})(?![\\w%€$])(?![.,:/]\\d)[^\\n\\d]{0,60}?${KEEP_TO_YOURSELF}`,
  'dgiu',
);
const TO_SIGN_IN =
  /\b(?:use|enter|type)[ ](?:(?:the |this )?(?:code|pin|otp)[ ])?\**(?<secret>\d{4,8}|\d{3}[ -]\d{3})\**(?=[ ](?:to|as|for)\b[^\n]{0,30}\b(?:sign|log|verify|confirm|access|reset|authenticate|code|continue))/dgi;
/** In capitals only, because “pin” and “tan” are words. */
const PIN =
  /\b(?:PIN|PUK|(?:[a-z]{1,6}-?)?TAN)(?:[ -](?:is|ist|est|es|number|Nummer)|-[Cc]ode)?[*_"` ]{0,4}[:= ][*_"` ]{0,4}(?<secret>\d{4,8})(?![\d%]|[.,]\d)/dg;
/** Alone on one of the lines below its name. */
const PIN_BELOW =
  /(?:^|\n)[ \t#>*_|`-]{0,8}(?:[\p{L} ]{0,30}[ -])?(?:PIN|TAN)[*_"`: |]{0,6}\n(?:[ \t>|-]{0,12}\n){0,2}[ \t#>*_|`]{0,8}(?<secret>\d{4,8})(?=[ \t*_|`]{0,4}(?:\n|$))/dgu;
/** Recovery codes come in lists. */
const KEPT =
  /\b(?:backup|recovery|emergency|rescue)[ -]codes?\b[^\n]{0,200}(?:\n[^\n\d]{0,200}){0,4}?(?<secret>(?:[\s*_|`•.-]{1,8}(?:\d{1,2}[.)] )?(?=[a-z0-9-]{0,19}\d)[a-z0-9]{4,6}(?:[ -][a-z0-9]{4,6}){0,2}){3,20})/dgi;

/** Finds one-time codes, PINs and card security codes: digits that only the words around them identify. */
export function findCodes(text: string): Secret[] {
  return [
    ...findWithNames(text, NAME, [
      { pattern: AFTER_NAME, kind: 'code', isOne: isCode },
      { pattern: BELOW_NAME, kind: 'code', isOne: isCode },
    ]),
    ...findSecretMatches(text, BEFORE_NAME, 'code', isCode),
    ...findSecretMatches(text, BEFORE_NAME_BESIDE, 'code', isCode),
    ...findSecretMatches(text, NOT_FOR_OTHERS, 'code', isCode),
    ...findSecretMatches(text, TO_SIGN_IN, 'code', isCode),
    ...findSecretMatches(text, PIN, 'code', isCode),
    ...findSecretMatches(text, PIN_BELOW, 'code', isCode),
    ...findSecretMatches(text, KEPT, 'code'),
    ...findSecretMatches(text, CARD_CHECK, 'code'),
  ];
}

const CARD_CHECK = new RegExp(
  `(?<![\\p{L}\\p{N}])${CARD_CHECK_NAME}(?![\\p{L}\\p{N}])[^\\n\\p{L}\\p{N}]{0,8}(?<secret>\\d{3,4})(?!\\d)`,
  'dgiu',
);

/** The patterns for names ignore case, but a lower-case word is not a code. Years are not codes either. */
function isCode(value: string): boolean {
  return !/[a-z]/.test(value) && !/^(?:19|20)\d\d$/.test(value);
}
