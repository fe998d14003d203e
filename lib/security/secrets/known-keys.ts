import type { Secret } from '../../contracts/index.ts';
import { ACTION_IN_ADDRESS } from '../../language/index.ts';
import { findSecretMatches, looksRandom } from './secret.ts';

/** PEM, OpenSSH, PGP and PuTTY keys, even if the end of the block is not on the page. */
const PRIVATE_KEY = new RegExp(
  [
    '-----BEGIN[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?!-----)[^]){0,20000}-----END[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----',
    '-----BEGIN[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?!-----|\\n\\n)[^]){0,20000}',
    'PuTTY-User-Key-File-\\d:(?:(?!PuTTY-User)[^]){0,20000}?Private-MAC: [0-9a-f]+',
    // Only this part is secret.
    String.raw`Private-Lines: \d{1,3}\n(?:[A-Za-z0-9+/=]{16,80}\n?){1,80}`,
    'AGE-SECRET-KEY-1[0-9A-Z]{58}',
  ].join('|'),
  'g',
);

/**
 * Prefixes and formats of the keys of common services. Sources: the services' documentation, and the rules of
 * gitleaks/gitleaks (MIT) for what to look for.
 */
const FORMATS = [
  // Model providers
  'sk-(?:proj-|svcacct-|admin-|ant-[a-z0-9]{2,12}-|or-v1-|lf-)?[A-Za-z0-9_-]{20,200}',
  // Before `hf_`, whose match would omit everything after a dot.
  'hf_oauth_[A-Za-z0-9_.-]{20,250}',
  '(?:gsk|xai|pplx|tvly|fw|hf|r8|nvapi|csk|tgp_v1|voyage|jina|pa)[_-][A-Za-z0-9_-]{24,200}',
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
  // Messaging and mail
  String.raw`xox[abeoprs](?:\.xox[a-z])?-[A-Za-z0-9-]{10,250}`,
  String.raw`xapp-\d-[A-Z0-9]+-\d+-[a-f0-9]{20,100}`,
  String.raw`https://hooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9/_+-]{30,120}`,
  String.raw`(?:https://(?:\w+\.)?)?discord(?:app)?\.com/api/webhooks/\d{15,22}/[A-Za-z0-9_-]{40,100}`,
  String.raw`[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}`,
  String.raw`\d{8,10}:AA[A-Za-z0-9_-]{33}`,
  String.raw`SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{32,64}`,
  '(?:SK|AC)[a-f0-9]{32}',
  'key-[a-f0-9]{32}',
  String.raw`[a-f0-9]{32}-us\d{1,2}`,
  'EAA[A-Za-z0-9]{60,250}',
  'xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}',
  // Various tools
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
  /[?&#;](?:access_token|refresh_token|reset_?(?:token|key|code)|invite(?:_?(?:token|code))?|confirmation_?(?:token|code)|activation_?(?:token|key|code)|verification_?(?:token|code)|ticket|otp|nonce|magic(?:_?link)?|one_?time_?(?:token|code)|t|tk|tok|id_token|auth_token|token|api_?key|key|sig|signature|secret|client_secret|password|passwd|pwd|code|state|session(?:_?id)?|sid|jwt|auth|X-Amz-Signature|X-Amz-Security-Token|X-Amz-Credential)=(?<secret>[^\s&#"'<>)\]]{16,4000})/dgi;

/** Any value in a query, which only counts after a path that performs an action. */
const IN_ANY_QUERY = /[?&][\w-]{1,40}=(?<secret>[\w\-.~%+]{16,1000})(?=[&#\s)\]"'<>|,;]|$)/dg;
/** A segment of a path, up to the next segment or the end of the address. */
const IN_PATH = /\/(?<secret>[\w\-.~%=+]{16,1000})(?=[/?#\s)\]"'<>|,;]|$)/dg;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** How much of an address before the token is examined, in characters. */
const MAX_PATH = 300;

const FAKE = /^(?:x{8,}|\*{4,}|\.{4,}|0{8,})/i;

/** Finds keys and tokens by their format. */
export function findKnownKeys(text: string): Secret[] {
  const isKey = (value: string) => !FAKE.test(value) && (/\d/.test(value) || /[a-z][A-Z]/.test(value));
  return [
    ...findSecretMatches(text, PRIVATE_KEY, 'private key'),
    ...findSecretMatches(text, KEY, 'key', isKey),
    ...findSecretMatches(text, IN_ADDRESS, 'password'),
    ...findSecretMatches(text, IN_QUERY, 'key', (value) => isKey(value) && !/^https?:/i.test(decoded(value))),
    ...[IN_PATH, IN_ANY_QUERY].flatMap((part) =>
      findSecretMatches(
        text,
        part,
        'key',
        (value, at) => isToken(value) && isAction(text.slice(Math.max(0, at - MAX_PATH), at)),
      ),
    ),
  ];
}

function decoded(value: string): string {
  return value.replaceAll(/%3a/gi, ':');
}

/** Whether a value looks random, unlike words. */
function isToken(value: string): boolean {
  if (UUID.test(value)) return true;
  if (!looksRandom(value)) return false;
  const isRun = (value.match(/[A-Za-z\d]{16,}/g) ?? []).some((run) => /\d/.test(run) && /[A-Za-z]/.test(run));
  return isRun || (value.length >= 20 && /[a-z]/.test(value) && /[A-Z]/.test(value));
}

/**
 * Whether the path before a token indicates that opening it performs an action for the user, as with password reset
 * links.
 */
function isAction(before: string): boolean {
  const [address = ''] = /[^\s()[\]"'<>|]*$/.exec(before) ?? [];
  return ACTION_IN_ADDRESS.test(address.replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, ''));
}
