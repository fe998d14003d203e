import type { Secret } from '../../contracts/index.ts';

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

/** What may separate two characters: one sign, with spaces, or a line end. */
const SEPARATOR = /[ \t.\-·•|/,\n]/;
const MAX_SEPARATORS = 4;
const START = /(?<![A-Z0-9])[A-Z]{2}\d{2}(?=[ \t.\-·•|/,\n]{0,4}[A-Z0-9])/gi;
/** Words and numbers of a sentence may have the length of an account number by chance, but not this many digits. */
const MIN_DIGITS = 8;

/** Finds international bank account numbers with valid check digits (ISO 13616). */
export function findIbans(text: string): Secret[] {
  return [...text.matchAll(START)].flatMap(({ index }): Secret[] => {
    const length = LENGTHS[text.slice(index, index + 2).toUpperCase()];
    const read = length === undefined ? null : readAccount(text, index, length);
    return read !== null && hasCheckDigits(read.account) ? [{ kind: 'IBAN', start: index, end: read.end }] : [];
  });
}

/** Reads this many letters and digits from `start`, skipping separators. Null if there are fewer or more. */
function readAccount(text: string, start: number, length: number): { account: string; end: number } | null {
  let account = '';
  let end = start;
  let separators = 0;
  for (; account.length < length; end++) {
    const character = text.charAt(end);
    if (/[A-Z0-9]/i.test(character)) account += character;
    else if (!SEPARATOR.test(character)) return null;
    separators = SEPARATOR.test(character) ? separators + 1 : 0;
    if (separators > MAX_SEPARATORS) return null;
  }
  const isWhole = !/[A-Z0-9]/i.test(text.charAt(end));
  return isWhole && account.replace(/\D/g, '').length >= MIN_DIGITS ? { account, end } : null;
}

function hasCheckDigits(account: string): boolean {
  let remainder = 0;
  for (const character of account.slice(4) + account.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}
