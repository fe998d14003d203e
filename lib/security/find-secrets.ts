/** The kind of a secret, as named in the note to the user. */
export type SecretKind = 'private key' | 'key' | 'password' | 'card number' | 'IBAN' | 'code' | 'recovery phrase';

/** Position of a secret in a text: from `start` to before `end`, in UTF-16 units. */
export type Secret = { kind: SecretKind; start: number; end: number };

/** All matches of a pattern. Its group `secret`, if present, is the secret part; `isOne` validates each match. */
export function findAll(
  text: string,
  pattern: RegExp,
  kind: SecretKind,
  isOne: (value: string, at: number) => boolean = () => true,
): Secret[] {
  // Most texts have none, and `matchAll` copies the pattern.
  if (text.search(pattern) < 0) return [];
  return [...text.matchAll(pattern)].flatMap((match): Secret[] => {
    const [start, end] = match.indices?.groups?.secret ?? [match.index, match.index + match[0].length];
    return isOne(text.slice(start, end), start) ? [{ kind, start, end }] : [];
  });
}

/** PEM, OpenSSH, PGP and PuTTY keys, even if the end of the block is not on the page. */
const PRIVATE_KEY = new RegExp(
  [
    '-----BEGIN[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?!-----)[^]){0,20000}-----END[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----',
    '-----BEGIN[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?!-----|\\n\\n)[^]){0,20000}',
    'PuTTY-User-Key-File-\\d:(?:(?!PuTTY-User)[^]){0,20000}?Private-MAC: [0-9a-f]+',
    'AGE-SECRET-KEY-1[0-9A-Z]{58}',
  ].join('|'),
  'g',
);

/**
 * Prefixes and formats of the keys of common services. Sources: the services' documentation, and the rules of gitleaks/gitleaks
 * (MIT) for what to look for.
 */
const FORMATS = [
  // Model providers
  'sk-(?:proj-|svcacct-|admin-|ant-[a-z0-9]{2,12}-|or-v1-|lf-)?[A-Za-z0-9_-]{20,200}',
  // Before `hf_`, which would leave what follows a dot.
  'hf_oauth_[A-Za-z0-9_.-]{20,250}',
  '(?:gsk|xai|pplx|fw|hf|r8|nvapi|csk|tgp_v1|voyage|jina|pa)[_-][A-Za-z0-9_-]{24,200}',
  // Clouds
  '(?:AKIA|ASIA|ABIA|ACCA|AROA|AIDA)[A-Z0-9]{16}',
  'AIza[A-Za-z0-9_-]{35}',
  String.raw`ya29\.[A-Za-z0-9_-]{20,400}`,
  'GOCSPX-[A-Za-z0-9_-]{28}',
  '1//0[A-Za-z0-9_-]{30,200}',
  'AccountKey=[A-Za-z0-9+/]{40,100}={0,2}',
  'do[oprst]_v1_[a-f0-9]{64}',
  String.raw`dapi[a-f0-9]{32}(?:-\d)?`,
  'LTAI[A-Za-z0-9]{12,24}',
  // Code hosts and registries
  'gh[pousr]_[A-Za-z0-9]{30,255}',
  'github_pat_[A-Za-z0-9_]{50,120}',
  'gl(?:pat|ptt|soat|rt|cbt|dt|ft|imt|agent|oas)-[A-Za-z0-9_-]{20,100}',
  'npm_[A-Za-z0-9]{36}',
  'pypi-[A-Za-z0-9_-]{50,250}',
  'dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,60}',
  'rubygems_[a-f0-9]{48}',
  'ATATT3[A-Za-z0-9_=-]{60,250}',
  'ATBB[A-Za-z0-9]{24,40}',
  // Payment and shops
  '(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,120}',
  'whsec_[A-Za-z0-9+/=_-]{24,100}',
  'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}',
  'sq0(?:atp|csp|idp)-[A-Za-z0-9_-]{22,60}',
  'EAAA[A-Za-z0-9_-]{56,80}',
  String.raw`access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[a-f0-9]{32}`,
  // Messages and mail
  String.raw`xox[abeoprs](?:\.xox[a-z])?-[A-Za-z0-9-]{10,250}`,
  String.raw`xapp-\d-[A-Z0-9]+-\d+-[a-f0-9]{20,100}`,
  String.raw`https://hooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9/_+-]{30,120}`,
  String.raw`https://(?:\w+\.)?discord(?:app)?\.com/api/webhooks/\d{15,22}/[A-Za-z0-9_-]{40,100}`,
  String.raw`[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}`,
  String.raw`\d{8,10}:AA[A-Za-z0-9_-]{33}`,
  String.raw`SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{32,64}`,
  '(?:SK|AC)[a-f0-9]{32}',
  'key-[a-f0-9]{32}',
  String.raw`[a-f0-9]{32}-us\d{1,2}`,
  'EAA[A-Za-z0-9]{60,250}',
  'xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}',
  // Tools of many kinds
  String.raw`(?:lin_api|ntn|secret|figd|sntrys|sbp|nfp|glsa|glc|PMAK|phc|phx|pscale_tkn|pscale_pw|dp\.pt|dp\.st|hvs|hvb|hvr|pul|NRAK|NRJS|tskey-auth|tskey-api|tskey-client|CFPAT|rnd|re|fo1|shippo_live|sgp|cio|rpa|fm[12])[._-][A-Za-z0-9_\-.]{20,250}`,
  String.raw`[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{60,70}`,
  // JSON web tokens
  String.raw`eyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{6,4000}\.[A-Za-z0-9_-]{0,1000}`,
  // Wallets: WIF and extended private keys
  '[5KL][1-9A-HJ-NP-Za-km-z]{50,51}',
  '[xyz]prv[1-9A-HJ-NP-Za-km-z]{100,112}',
];

const KEY = new RegExp(`(?<![A-Za-z0-9])(?:${FORMATS.join('|')})(?![A-Za-z0-9])`, 'g');

/** User name and password in an address, and secrets in its query. */
const IN_ADDRESS = /(?<=\b[a-z][a-z0-9+.-]{1,20}:\/\/)(?<secret>[^\s:@/"'<>]{0,80}:[^\s@/"'<>]{2,200})(?=@[\w.-]+)/dg;
const IN_QUERY =
  /[?&#;](?:access_token|refresh_token|id_token|auth_token|token|api_?key|key|sig|signature|secret|client_secret|password|passwd|pwd|code|state|session(?:_?id)?|sid|jwt|auth|X-Amz-Signature|X-Amz-Security-Token|X-Amz-Credential)=(?<secret>[^\s&#"'<>)\]]{16,4000})/dgi;

const FAKE = /^(?:x{8,}|\*{4,}|\.{4,}|0{8,})/i;

/** Keys and tokens recognized by their form. */
export function findKnownKeys(text: string): Secret[] {
  const isKey = (value: string) => !FAKE.test(value) && (/\d/.test(value) || /[a-z][A-Z]/.test(value));
  return [
    ...findAll(text, PRIVATE_KEY, 'private key'),
    ...findAll(text, KEY, 'key', isKey),
    ...findAll(text, IN_ADDRESS, 'password'),
    ...findAll(text, IN_QUERY, 'key', (value) => isKey(value) && !/^https?:/i.test(decoded(value))),
  ];
}

function decoded(value: string): string {
  return value.replaceAll(/%3a/gi, ':');
}

/** Length of an IBAN by country (SWIFT IBAN registry, release 99). */
const LENGTHS: Record<string, number> = Object.fromEntries(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 ' +
    'FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 ' +
    'LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 ' +
    'RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

const START = /(?<![A-Z0-9])[A-Z]{2}\d{2}(?=[ \u00A0\u202F-]?[A-Z0-9])/gi;
const SEPARATOR = /[ \u00A0\u202F-]/;

/** Account numbers of the international form with valid check digits (ISO 13616). */
export function findIbans(text: string): Secret[] {
  return [...text.matchAll(START)].flatMap(({ index }): Secret[] => {
    const length = LENGTHS[text.slice(index, index + 2).toUpperCase()];
    const read = length === undefined ? null : readAccount(text, index, length);
    return read !== null && hasCheckDigits(read.account) ? [{ kind: 'IBAN', start: index, end: read.end }] : [];
  });
}

/** Reads this many letters and digits from `start`, skipping single separators; null if there are fewer or more. */
function readAccount(text: string, start: number, length: number): { account: string; end: number } | null {
  let account = '';
  let end = start;
  for (; account.length < length; end++) {
    const character = text.charAt(end);
    if (/[A-Z0-9]/i.test(character)) account += character;
    else if (!SEPARATOR.test(character) || SEPARATOR.test(text.charAt(end - 1))) return null;
  }
  return /[A-Z0-9]/i.test(text.charAt(end)) ? null : { account, end };
}

function hasCheckDigits(account: string): boolean {
  let remainder = 0;
  for (const character of account.slice(4) + account.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

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

/** Names of login codes. Other codes (postal, error, country, discount) are not masked. */
const NAMES = [
  '(?:verification|verify|security|authentication|authenticator|auth|login|log-?in|sign-?in|access|confirmation|activation|one[- ]?time|single[- ]?use|2fa|mfa|two[- ]?factor|sms|recovery|backup|reset|unlock|temporary|pairing)[- ]?(?:pass)?codes?',
  '(?:one[- ]?time|temporary) (?:pass ?word|pin)',
  'pass ?codes?',
  '\\botp\\b(?: code)?',
  'your (?:\\w+ )?code',
  'enter (?:the |this )code',
  'cvv2?|cvc2?',
  '(?:bestätigungs|sicherheits|verifizierungs|prüf|einmal|anmelde|zugangs|freischalt|aktivierungs|login-?)(?:code|passwort|kennwort)',
  "code (?:de|d[’']) ?(?:vérification|sécurité|confirmation|connexion|validation|accès|authentification)|code à usage unique|mot de passe à usage unique",
  'c[óo]digo de (?:verificaci[óo]n|seguridad|confirmaci[óo]n|acceso|autenticaci[óo]n|verificação|segurança|confirmação|acesso)|contraseña de un solo uso',
  'codice (?:di )?(?:verifica|sicurezza|conferma|accesso|otp|temporaneo)',
  '(?:verificatie|beveiligings|bevestigings|inlog|toegangs)code',
  'kod (?:weryfikacyjny|dostępu|potwierdzający|autoryzacyjny|sms)|doğrulama kodu|onay kodu|verifieringskod|bekreftelseskode|vahvistuskoodi|ověřovací kód',
  'код(?:ом)? (?:подтверждения|доступа|для входа|безопасности|авторизации)|(?:проверочный|одноразовый) (?:код|пароль)|код підтвердження',
  '验证码|驗證碼|校验码|动态码|動態密碼|安全码|認証コード|確認コード|ワンタイムパスワード|認証番号|인증 ?번호|인증 ?코드|확인 ?코드|رمز التحقق|رمز التأكيد|קוד אימות|सत्यापन कोड|mã xác (?:minh|thực)|kode verifikasi|รหัสยืนยัน',
].join('|');

/**
 * Digits, together or in two groups; or a mix of capitals and digits, as in `G-123456` and `7KX9QP`. The lookaheads reach no further
 * than such a mix, at most 27 characters: without an end they read the rest of the page at every place.
 */
const VALUE =
  '(?:[A-Z]{1,3}-)?\\d{3,4}[ \\u00A0-]\\d{3,4}|(?:[A-Z]{1,3}-)?\\d{4,10}|(?=[A-Z0-9-]{0,26}\\d)(?=[A-Z0-9-]{0,26}[A-Z])[A-Z0-9]{3,6}(?:-?[A-Z0-9]{2,6}){1,3}';
const CLOSED = '(?![\\w%])(?![.,:/]\\d)';

/** The code follows its name on the same line. */
const AFTER_NAME = new RegExp(
  `(?:${NAMES})(?![\\p{Ll}])[^\\n\\d]{0,40}?(?<![A-Za-z0-9$€£#/.])(?<secret>${VALUE})${CLOSED}`,
  'dgiu',
);
/** The code is alone on one of the next lines, as in mails. */
const BELOW_NAME = new RegExp(
  `(?:${NAMES})[^\\n]{0,120}\\n(?:[^\\n\\d]{0,120}\\n){0,3}[ \\t#>*_|\`]{0,8}(?<secret>${VALUE})[ \\t*_|\`]{0,4}(?=\\n|$)`,
  'dgiu',
);
/** The code comes before its name: “123456 is your code”, “use 123456 to sign in”. */
const BEFORE_NAME = new RegExp(
  `(?<![A-Za-z0-9$€£#/.:-])(?<secret>${VALUE})${CLOSED}(?=[ *_]{1,4}(?:is|ist|est|es|è|—|-)[ ](?:your|the|ihr|dein|votre|tu|su|il tuo)[ ][^\\n]{0,30}?(?:${NAMES}|code\\b|PIN\\b))`,
  'dgiu',
);
const TO_SIGN_IN =
  /\b(?:use|enter|type)[ ]\**(?<secret>\d{4,8}|\d{3}[ -]\d{3})\**(?=[ ](?:to|as|for)\b[^\n]{0,30}\b(?:sign|log|verify|confirm|access|reset|authenticate|code|continue))/dgi;
/** In capitals only, since “pin” and “tan” are words. */
const PIN =
  /\b(?:PIN|(?:[a-z]{1,6}-?)?TAN)(?:[ ](?:is|number))?[*_"` ]{0,4}[:= ][*_"` ]{0,4}(?<secret>\d{4,8})(?![\d%]|[.,]\d)/dg;
/** Recovery codes come in lists. */
const KEPT =
  /\b(?:backup|recovery|emergency|rescue)[ -]codes?\b[^\n]{0,200}(?:\n[^\n\d]{0,200}){0,4}?(?<secret>(?:[\s*_|`•.-]{1,8}(?:\d{1,2}[.)] )?(?=[a-z0-9-]{0,19}\d)[a-z0-9]{4,6}(?:[ -][a-z0-9]{4,6}){0,2}){3,20})/dgi;

/** One-time codes, PINs and card check numbers: digits that only the words around them identify. */
export function findCodes(text: string): Secret[] {
  return [
    ...findAll(text, AFTER_NAME, 'code', isCode),
    ...findAll(text, BELOW_NAME, 'code', isCode),
    ...findAll(text, BEFORE_NAME, 'code', isCode),
    ...findAll(text, TO_SIGN_IN, 'code', isCode),
    ...findAll(text, PIN, 'code', isCode),
    ...findAll(text, KEPT, 'code'),
    ...findAll(text, CARD_CHECK, 'code'),
  ];
}

const CARD_CHECK = /\b(?:CVV2?|CVC2?|CSC)\b[^\n\w]{0,8}(?<secret>\d{3,4})(?!\d)/dgi;

/** The patterns for names ignore case, but a lower-case word is not a code. Years are not codes either. */
function isCode(value: string): boolean {
  return !/[a-z]/.test(value) && !/^(?:19|20)\d\d$/.test(value);
}
