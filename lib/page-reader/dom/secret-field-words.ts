/**
 * Words in the name, label or hint of a field for a password, a code or a payment card, in the languages of the interface.
 * `anywhere`: also inside a longer text; `whole`: only as all of it, since it stands in other labels as well. No Unicode classes:
 * every page would compile them anew.
 */
const WORDS: Record<string, { anywhere: string; whole?: string }> = {
  // Names in code are English everywhere.
  en: {
    anywhere:
      'passw|pwd|passcode|pass.?phrase|secret(?!ar)|token|one.?time|2fa|cvc|cvv|card.?csc|card.?(?:no|num)|security.?code|verification code|name on (?:the )?card|card.?holder|(?:^|[^a-z]|sms|user|login|t)(?:otp|ssn|csc|mfa|iban|pin)(?![a-z])',
    whole: '(?:credit|debit|bank|payment)? ?card|cc.?(?:num(?:ber)?|no)',
  },
  de: {
    anywhere:
      'passwor[td]|kennwort|passphrase|geheimzahl|kartennummer|karten-?nr|kreditkarten-?n|pr(?:ü|ue)f(?:ziffer|nummer)|sicherheitscode|karten-?inhaber|einmal-?(?:code|kennwort)|kartenpr(?:ü|ue)f',
    whole: '(?:kredit|debit|bank|giro|ec-)?karte|kontonummer|tan',
  },
  fr: {
    anywhere:
      'mots? de passe|code secret|code confidentiel|(?:num[ée]ro|n[°º]) de (?:la |votre )?carte|num.?carte|cryptogramme|code de s[ée]curit[ée]|titulaire de la carte|code [àa] usage unique',
    whole: 'carte (?:bancaire|bleue|de cr[ée]dit|de paiement)',
  },
  es: {
    anywhere:
      'contrase[ñn]a|clave (?:de acceso|secreta|bancaria|[úu]nica)|(?:n[úu]mero|n[°º]\\.?) de (?:la |su |tu )?tarjeta|num.?tarjeta|c[óo]digo de seguridad|titular de la tarjeta',
    whole: '(?:tu |su )?clave|tarjeta(?: de (?:cr[ée]dito|d[ée]bito))?',
  },
  pt_BR: {
    anywhere:
      '(?:^|[^a-zà-ü])senha|palavra-passe|(?:n[úu]mero|n[°º]\\.?) do (?:seu )?cart[ãa]o|num.?cart[ãa]o|c[óo]digo de seguran[çc]a|titular do cart[ãa]o|nome (?:impresso )?no cart[ãa]o',
    whole: 'cart[ãa]o(?: de (?:cr[ée]dito|d[ée]bito))?',
  },
  ru: {
    anywhere:
      'парол|кодовое слово|номер (?:вашей |банковской |кредитной )?карты|код безопасности|пин-?код|(?:держатель|владелец) карты|одноразовый код|код из (?:смс|sms)',
    whole: '(?:банковская |кредитная )?карта|пин',
  },
  ar: {
    anywhere:
      'كلم[ةه] ?(?:ال)?(?:مرور|سر)|الرقم السري|رقم (?:ال)?(?:بطاقة|بطاقه)|رقم ال[كق]ارت|رمز (?:ال)?(?:أمان|امان|سري|تحقق)|حامل البطاقة',
    whole: 'بطاق[ةه] (?:ال)?(?:ائتمان|ائتمانية|خصم)',
  },
  hi: {
    anywhere:
      'पासवर्ड|कूटशब्द|(?:कार्ड|क्रेडिट कार्ड|डेबिट कार्ड) ?(?:का )?(?:नंबर|नम्बर|संख्या|क्रमांक)|सुरक्षा कोड|सीवीवी|ओटीपी|कार्डधारक|कार्ड पर नाम',
    whole: '(?:क्रेडिट|डेबिट) कार्ड|पिन',
  },
  ja: {
    anywhere: 'パスワード|暗証番号|カード ?番号|セキュリティ ?(?:コード|番号)|カード名義|ワンタイム|認証コード',
    whole: '(?:クレジット|デビット) ?カード',
  },
  ko: {
    anywhere: '비밀 ?번호|패스워드|카드 ?번호|보안 ?(?:코드|번호)|카드 ?(?:소유자|명의)|일회용|인증 ?번호',
    whole: '암호|(?:신용|체크) ?카드',
  },
  zh_CN: {
    anywhere:
      '密码|口令|(?:信用卡|银行卡|储蓄卡|借记卡)?卡号|(?:信用|银行|储蓄|借记)卡(?:号|号码)|安全码|持卡人|短信验证码|动态码',
    whole: '(?:信用|银行|储蓄|借记)卡',
  },
  zh_TW: {
    anywhere: '密碼|口令|卡號|卡片號碼|(?:信用|銀行|金融|簽帳)卡(?:號|號碼)|安全碼|末三碼|持卡人|簡訊驗證碼|動態碼',
    whole: '(?:信用|銀行|金融|簽帳)卡',
  },
};

const anywhere = new RegExp(
  Object.values(WORDS)
    .map((words) => words.anywhere)
    .join('|'),
  'i',
);
const whole = new RegExp(
  `^(?:${Object.values(WORDS)
    .flatMap((words) => words.whole ?? [])
    .join('|')})$`,
  'i',
);

/** How much of a label is looked at, in characters. Longer ones are texts. */
const MAX_LABEL = 200;

/** Whether a name, label or hint of a field says that it is for a password, a code or payment data. */
export function namesSecret(text: string): boolean {
  const folded = text
    .slice(0, MAX_LABEL)
    .normalize('NFKC')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/\s+/g, ' ');
  return anywhere.test(folded) || whole.test(folded.replace(/^[\s*:：＊]+|[\s*:：＊]+$/g, ''));
}

/** Languages that have words here: a test compares them with those of the interface. */
export const SECRET_WORD_LANGUAGES = Object.keys(WORDS);
