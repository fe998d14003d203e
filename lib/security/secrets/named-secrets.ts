import type { Secret } from '../../contracts/index.ts';
import {
  FOR,
  IS,
  KEY_NAME,
  NOT_A_PASSWORD,
  PAIR_NAME,
  PARTICLE,
  PASSWORD_LABEL,
  PASSWORD_NAME,
  PHRASE_NAME,
  SETUP_KEY_NAME,
} from '../../language/index.ts';
import { findSecretMatches, findWithNames, hasMixedCharacters, looksRandom, type WithName } from './secret.ts';

/** The separator between a name and its value. Emphasis, quotes and code marks may surround either. */
const BETWEEN = '["\'`*_]{0,3}[ \\t]{0,4}(?:[:=：]|=>|\\|)[ \\t]{0,4}["\'`*_]{0,3}';

const NAMED_KEY = new RegExp(
  `${KEY_NAME}${BETWEEN}(?:(?:Bearer|Basic|Token)[ \\t])?(?<secret>[A-Za-z0-9][A-Za-z0-9_\\-.+/=~%]{11,2000})`,
  'dyiu',
);
/** `Authorization: Basic …`, and `Bearer …` in running text. */
const AUTHORIZATION = /\b(?:Bearer|Basic)[ \t]{1,3}(?<secret>[A-Za-z0-9_\-.+/=~]{16,4000})/dg;
/** Also with words in between: “The API key is …”. */
const SPOKEN_KEY = new RegExp(
  `${KEY_NAME}[ \\t]{1,3}(?:${IS}|:)[ \\t:]{1,3}["'\`*_]{0,3}(?<secret>[A-Za-z0-9][A-Za-z0-9_\\-.+/=~]{11,2000})`,
  'dyiu',
);

const NAMED_PASSWORD = new RegExp(
  `${PASSWORD_LABEL}${BETWEEN}(?<secret>[^\\s"'\`|\\]<>(){}]{4,128})(?=["'\`*_]{0,3}[ \\t]{0,3}(?:[\\]|,;.)}]|$))`,
  'dyimu',
);
const SPOKEN_PASSWORD = new RegExp(
  `${PASSWORD_LABEL}[ \\t]{1,3}(?:${IS}|to)[ \\t:]{1,3}["'\`“”«*_]{0,3}(?<secret>[^\\s"'\`”»|\\]<>(){}]{4,128})`,
  'dyiu',
);

/** After an arrow, a dash, a quotation mark or a bracket, and in scripts without spaces between words. */
const MARKED_PASSWORD = new RegExp(
  `${PASSWORD_LABEL}(?:[ \\t]{0,3}(?:→|⇒|->|[–—-][ \\t]|["“«„(])|是|は|为|為)[ \\t]{0,3}["'\`“”«*_(]{0,3}(?<secret>[^\\s"'\`”»|\\]<>(){}]{6,128})`,
  'dyiu',
);
const VALUE = '["\'`“”«*_]{0,3}(?<secret>[^\\s"\'`”»|\\]<>(){}]{6,128})';
/** With its purpose in between: “Password for the router: …”, “Password (case-sensitive): …”. */
const PASSWORD_FOR = new RegExp(
  `${PASSWORD_NAME}[ \\t]{0,2}(?:\\([^()\\n]{1,40}\\)|[ ]${FOR}[ ][^\\n:：=|]{1,40}?)[ \\t]{0,2}[:：=][ \\t]{0,4}${VALUE}`,
  'dyiu',
);
/** Without a separator, or with a particle that belongs to the name. */
const PASSWORD_BESIDE = new RegExp(`${PASSWORD_NAME}(?:[ \\t]{1,3}|${PARTICLE}\\s?)${VALUE}`, 'dyiu');
/** A user name, or the name of a network, and its password. */
const PAIR = new RegExp(
  `(?<![\\p{L}\\p{N}])${PAIR_NAME}[ \\t]{0,2}[:：][ \\t]{0,3}[^\\s:/|]{2,64}[ \\t]{0,2}[:/][ \\t]{0,2}${VALUE}`,
  'dgiu',
);

/** In XML, in the arguments of `curl`, and in the code that lets a phone join a network. */
const IN_SYNTAX =
  /<[\w.-]{0,40}(?:password|passwd|pwd|secret)>(?<secret>[^<>\s]{4,128})<\/|\bcurl\b[^\n]{0,200}?\s(?:-u|--user)[ =]["']?[^\s:"']{1,64}:(?<curl>[^\s"']{4,128})|\bWIFI:[^\n]{0,200}?\bP:(?<wifi>[^;\n]{4,64});/dgi;
/** Command-line options, and the `ftp` file. In documentation, ordinary words are used there instead. */
const IN_COMMAND =
  /(?:(?<=\s)--(?:password|passwd|pwd|pass)[ =]["']?|\b(?:mysql\w{0,10}|mariadb|sshpass)\b[^\n]{0,100}?\s-p[ ]?["']?|\blogin\s{1,3}\S{1,64}\s{1,3}password\s{1,3})(?<secret>[^\s"'$<{-][^\s"']{5,127})/dg;
/** Cookies as they are sent and set. */
const COOKIE = /(?<=\bCookie:[^\n]{0,400}[ ;][\w.-]{1,60}=)(?<secret>[\w%.~+/-]{16,1000})/dgi;
/** A name directly followed by a long value. */
const KEY_BESIDE = new RegExp(
  `${KEY_NAME}[ \\t]{1,3}(?<secret>[A-Za-z0-9][A-Za-z0-9_\\-.+/=~]{23,2000})(?![^\\s.,;])`,
  'dyiu',
);
/** Groups of four base-32 characters (RFC 4648), as shown by authenticator apps. */
const SETUP_KEY = new RegExp(
  `${SETUP_KEY_NAME}[^\\n]{0,60}?[:：\\s*_\`](?<secret>(?:[a-z2-7]{4}[ -]){3,15}[a-z2-7]{1,4})(?![a-z\\d])`,
  'dgiu',
);

/**
 * The end of a line with a name, and the beginning of the next one, or of the one after empty lines or a code fence.
 */
const BELOW =
  '["\'`*_]{0,3}[ \\t]{0,3}[:：=]?["\'`*_]{0,3}[ \\t]{0,3}\\n(?:[ \\t>]{0,4}(?:`{3}\\w{0,12})?\\n){0,3}[ \\t>#*_`|"\'•-]{0,8}(?::[ \\t]{1,3})?';
const LINE_END = '(?=["\'`*_|\\\\]{0,4}[ \\t]{0,3}(?:\\n|$))';

/** The value fills the next line. */
const PASSWORD_BELOW = new RegExp(
  `${PASSWORD_NAME}${BELOW}(?<secret>[^\\s"'\`|<>[\\]][^\\s"'\`|<>]{5,127}?)${LINE_END}`,
  'dyiu',
);
const KEY_BELOW = new RegExp(
  `${KEY_NAME}${BELOW}(?<secret>[A-Za-z0-9][A-Za-z0-9_\\-.+/=~%]{15,2000})${LINE_END}`,
  'dyiu',
);

/** Twelve to twenty-four lower-case words after their name, numbered or not. */
const RECOVERY_PHRASE = new RegExp(
  `(?<![\\p{L}\\p{N}])${PHRASE_NAME}[^\\n:：]{0,60}[:：\\n]\\s{0,4}(?<secret>(?:\\d{1,2}[.)]?[ \\t]{0,2})?[a-z]{3,8}(?:[,\\s]{1,3}(?:\\d{1,2}[.)]?[ \\t]{0,2})?[a-z]{3,8}\\b){11,23})`,
  'dgiu',
);

/** A name at the beginning of a word, which cannot be determined in scripts without spaces. */
const NAME = new RegExp(`(?:(?<![\\p{L}\\p{N}])|(?=[密パ]))(?:${KEY_NAME}|${PASSWORD_LABEL})`, 'giu');

const PATTERNS: readonly WithName[] = [
  { pattern: NAMED_KEY, kind: 'key', isOne: looksRandom },
  { pattern: SPOKEN_KEY, kind: 'key', isOne: looksRandom },
  { pattern: KEY_BELOW, kind: 'key', isOne: looksRandom },
  { pattern: NAMED_PASSWORD, kind: 'password', isOne: isPassword },
  { pattern: SPOKEN_PASSWORD, kind: 'password', isOne: (value) => isPassword(value) && hasMixedCharacters(value) },
  { pattern: MARKED_PASSWORD, kind: 'password', isOne: (value) => isPassword(value) && hasMixedCharacters(value) },
  { pattern: KEY_BESIDE, kind: 'key', isOne: looksRandom },
  { pattern: PASSWORD_FOR, kind: 'password', isOne: isPasswordByForm },
  { pattern: PASSWORD_BESIDE, kind: 'password', isOne: isPasswordByForm },
  { pattern: PASSWORD_BELOW, kind: 'password', isOne: (value) => isPassword(value) && isLikePassword(value) },
];

/** Finds secrets by the name before them. */
export function findNamedSecrets(text: string): Secret[] {
  return [
    ...findWithNames(text, NAME, PATTERNS),
    ...findSecretMatches(text, AUTHORIZATION, 'key', looksRandom),
    ...findSecretMatches(text, COOKIE, 'key', looksRandom),
    ...findSecretMatches(text, SETUP_KEY, 'key', (value) => /\d/.test(value)),
    ...findSecretMatches(text, RECOVERY_PHRASE, 'recovery phrase', (value) => !/[A-Z]/.test(value)),
    ...findSecretMatches(text, IN_SYNTAX, 'password'),
    ...findSecretMatches(text, IN_COMMAND, 'password', (value) => isPassword(value) && hasMixedCharacters(value)),
    ...findSecretMatches(text, PAIR, 'password', isPasswordByForm),
  ];
}

function isPassword(value: string): boolean {
  return !NOT_A_PASSWORD.test(value) && !/^(.)\1*$/u.test(value) && /[\p{L}\p{N}]/u.test(value);
}

/**
 * Whether a value has the form of a password. Needed if only the name precedes it, because a word usually follows in
 * that case.
 */
function isPasswordByForm(value: string): boolean {
  const isMixed = /\p{L}/u.test(value) && /\d/.test(value) && /[!@#$%^&*+=~]|\p{L}\d+\p{L}/u.test(value);
  return value.length >= 8 && isMixed && isPassword(value) && isLikePassword(value);
}

/** Buttons, addresses and links also appear below the label of a field. */
function isLikePassword(value: string): boolean {
  return hasMixedCharacters(value) && !/^\S+@[\w-]+\.\w+$|:\/\/|\]\(/.test(value);
}
