import { findAll, type Secret } from './secret.ts';

/** Names of secrets, before a colon, an equals sign or the edge of a table cell. */
const KEY_NAME =
  '(?:(?:x[-_ ])?api[-_ ]?(?:key|token|secret)|(?:aws[-_ ])?(?:secret[-_ ])?access[-_ ]?key(?:[-_ ]id)?|(?:client|app|consumer|webhook|signing|shared|jwt|oauth|bot|auth|session|encryption|storage|account|master|deploy|license|recovery|private|secret|service)[-_ ]?(?:secret|key|token)|(?:auth|access|refresh|id|bearer|session|csrf|xsrf|personal access|device|push|api|bot|secret|security)[-_ ]?tokens?|bearer|secrets?|tokens?|credentials?|session[-_ ]?id|(?:zugangs|geheim|api-)schlüssel|clé (?:api|secrète)|clave (?:api|secreta)|chiave (?:api|segreta)|密钥|シークレット)';
const PASSWORD_NAME =
  '(?:pass ?phrase|pass ?word|passwd|pwd|pass|passwort|kennwort|mot de passe|contraseña|senha|palavra-passe|wachtwoord|hasło|heslo|lösenord|adgangskode|passord|salasana|şifre|parola|пароль|密码|密碼|パスワード|비밀번호|كلمة المرور|wi-?fi[-_ ]key|wpa2?[-_ ]key|pre-?shared key|psk)';

/** The separator between a name and its value. Emphasis, quotes and code marks may surround either. */
const BETWEEN = '["\'`*_]{0,3}[ \\t]{0,4}(?:[:=：]|=>|\\|)[ \\t]{0,4}["\'`*_]{0,3}';

const NAMED_KEY = new RegExp(
  `(?<![\\p{L}\\p{N}])${KEY_NAME}${BETWEEN}(?:(?:Bearer|Basic|Token)[ \\t])?(?<secret>[A-Za-z0-9][A-Za-z0-9_\\-.+/=~%]{11,2000})`,
  'dgiu',
);
/** `Authorization: Basic …`, and `Bearer …` in running text. */
const AUTHORIZATION = /\b(?:Bearer|Basic)[ \t]{1,3}(?<secret>[A-Za-z0-9_\-.+/=~]{16,4000})/dg;
/** Also with words in between: “The API key is …”. */
const SPOKEN_KEY = new RegExp(
  `(?<![\\p{L}\\p{N}])${KEY_NAME}[ \\t]{1,3}(?:is|was|ist|lautet|est|es|è|:)[ \\t:]{1,3}["'\`*_]{0,3}(?<secret>[A-Za-z0-9][A-Za-z0-9_\\-.+/=~]{11,2000})`,
  'dgiu',
);

const NAMED_PASSWORD = new RegExp(
  `(?<![\\p{L}\\p{N}])${PASSWORD_NAME}${BETWEEN}(?<secret>[^\\s"'\`|\\]<>(){}]{4,128})(?=["'\`*_]{0,3}[ \\t]{0,3}(?:[\\]|,;.)}]|$))`,
  'dgimu',
);
const SPOKEN_PASSWORD = new RegExp(
  `(?<![\\p{L}\\p{N}])${PASSWORD_NAME}[ \\t]{1,3}(?:is|was|ist|lautet|est|es|è|to)[ \\t:]{1,3}["'\`“”«*_]{0,3}(?<secret>[^\\s"'\`”»|\\]<>(){}]{4,128})`,
  'dgiu',
);

/** Twelve to twenty-four lower-case words after their name, numbered or not. */
const RECOVERY_PHRASE =
  /\b(?:[Ss]eed|[Rr]ecovery|[Mm]nemonic|[Bb]ackup|SEED|RECOVERY)[ -](?:[Pp]hrase|PHRASE|[Ww]ords)\b[^\n:]{0,60}[:\n]\s{0,4}(?<secret>(?:\d{1,2}[.)]?[ \t]{0,2})?[a-z]{3,8}(?:[,\s]{1,3}(?:\d{1,2}[.)]?[ \t]{0,2})?[a-z]{3,8}\b){11,23})/dg;

/** Values that are not passwords: types, and words about passwords. */
const NOT_A_PASSWORD =
  /^(?:string|str|text|varchar|char|bytes?|int|number|boolean|bool|any|null|none|nil|undefined|true|false|required|optional|hidden|masked|redacted|n\/a|yes|no|forgot\w*|reset|change\w*|confirm\w*|show|enter|your\w*|the|this|that|must|should|never|always|here|password\w*|secret|protected|manager|hash\w*|policy|please|stored|encrypted|wrong|incorrect|invalid|correct|weak|strong|safe|secure|needed|not|sent|at|to|be|a|an|in|for|only|same|empty|https?:.*|www\..*|(?:var|env|local|process|config|self|this)\..*)[.,;:!?]*$/i;

/** Secrets recognized by the name before them. */
export function findNamedSecrets(text: string): Secret[] {
  return [
    ...findAll(text, NAMED_KEY, 'key', looksRandom),
    ...findAll(text, AUTHORIZATION, 'key', looksRandom),
    ...findAll(text, SPOKEN_KEY, 'key', looksRandom),
    ...findAll(text, NAMED_PASSWORD, 'password', isPassword),
    ...findAll(text, SPOKEN_PASSWORD, 'password', (value) => isPassword(value) && isMixed(value)),
    ...findAll(text, RECOVERY_PHRASE, 'recovery phrase'),
  ];
}

/**
 * Whether the value has letters and digits with the variety of random ones, so that it is not a word, a path or a placeholder.
 */
function looksRandom(value: string): boolean {
  if (/x{6,}|\.{3}|your[-_]/i.test(value)) return false;
  return /\d/.test(value) && /[a-z]/i.test(value) && entropy(value) >= 3;
}

function isPassword(value: string): boolean {
  return !NOT_A_PASSWORD.test(value) && !/^(.)\1*$/u.test(value) && /[\p{L}\p{N}]/u.test(value);
}

/** Whether the value mixes letters with digits or signs: in prose, a plain word after “password is” describes it. */
function isMixed(value: string): boolean {
  const core = value.replace(/[.,;:!?]+$/, '');
  return core.length >= 6 && /\p{L}/u.test(core) && /[\d!@#$%^&*+=_~]/.test(core);
}

/** Shannon entropy of the characters of a text, in bits each: 0 for `aaaa`, about 4 for English, 5 and more for random keys. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
