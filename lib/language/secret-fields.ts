import { secretFields as ar } from './ar.ts';
import { secretFields as de } from './de.ts';
import { secretFields as en } from './en.ts';
import { secretFields as es } from './es.ts';
import { secretFields as fr } from './fr.ts';
import { secretFields as hi } from './hi.ts';
import { secretFields as it } from './it.ts';
import { secretFields as ja } from './ja.ts';
import { secretFields as ko } from './ko.ts';
import type { SecretFieldWords } from './language.ts';
import type { LanguageCode } from './languages.ts';
import { secretFields as pl } from './pl.ts';
import { secretFields as pt } from './pt.ts';
import { secretFields as ru } from './ru.ts';
import { secretFields as tr } from './tr.ts';
import { secretFields as zh } from './zh.ts';

const WORDS: Readonly<Record<LanguageCode, SecretFieldWords>> = {
  ar,
  de,
  en,
  es,
  fr,
  hi,
  it,
  ja,
  ko,
  pl,
  pt,
  ru,
  tr,
  zh,
};

/** Passwords and card numbers in languages that the interface does not have. */
const OTHER_LANGUAGES =
  'lösenord|salasana|adgangskode|passord|wachtwoord|heslo|jelsz[óo]|parol[ăėį]|slaptažod|geslo|lozinka|contrasenya|pasahitza|sandi|katalaluan|mật khẩu|รหัสผ่าน|סיסמ[הא]|رمز عبور|گذرواژه|κωδικ[όο]ς? (?:πρόσβασης|ασφαλείας)|^κωδικός$|лозинка|kaartnummer|kortnummer|korttinumero|číslo karty|kártyaszám|număr(?:ul)? card|số thẻ|หมายเลขบัตร|nomor kartu|מספר כרטיס|شماره کارت|αριθμός κάρτας|номер (?:на карта|картки)';

const ANYWHERE = new RegExp([...Object.values(WORDS).map((words) => words.anywhere), OTHER_LANGUAGES].join('|'), 'i');
const WHOLE = new RegExp(
  `^(?:${Object.values(WORDS)
    .flatMap((words) => words.whole ?? [])
    .join('|')})$`,
  'i',
);

/** How much of a label is examined, in characters. Longer labels are running text. */
const MAX_LABEL = 200;

/**
 * Invisible characters within a word: soft hyphens, zero-width characters, and vowel signs and lengthening in Arabic.
 */
const UNSEEN = /[\p{Cf}\u0640\u064B-\u065F\u0670]/gu;

/** Whether a name, label or hint of a field indicates a password, a code or payment data. */
export function namesSecret(text: string): boolean {
  const folded = text
    .slice(0, MAX_LABEL)
    .normalize('NFKC')
    .replace(UNSEEN, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/\s+/g, ' ');
  return ANYWHERE.test(folded) || WHOLE.test(folded.replace(/^[\s*:：＊]+|[\s*:：＊]+$/g, ''));
}
