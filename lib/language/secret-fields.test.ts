import { describe, expect, test } from 'vitest';
import { type LanguageCode, namesSecret } from './index.ts';

const LABELS: Record<LanguageCode, readonly string[]> = {
  en: [
    'Password',
    'Card number',
    'Security code',
    'Credit card',
    'Pass\u00adword',
    'Authenticator app code',
    'Name on card',
    'Card expiry',
    'Private key',
  ],
  de: [
    'Passwort',
    'Ihre Kartennummer:',
    'Prüfziffer',
    'Kreditkarte',
    'Karteninhaber',
    'TAN',
    'smsTAN',
    'Bestätigungscode',
    'Sicherheitsfrage',
  ],
  fr: [
    'Mot de passe',
    'Numéro de carte',
    'Cryptogramme visuel',
    'Carte bancaire',
    'Code de sécurité',
    'Code reçu par SMS',
    'motdepasse',
    'Numéro carte',
  ],
  es: [
    'Contraseña',
    'Número de tarjeta',
    'Código de seguridad',
    'Clave',
    'Tarjeta de crédito',
    'Nº de tarjeta',
    'Código de verificación',
    'Clave dinámica',
  ],
  pt: [
    'Senha',
    'Número do cartão',
    'Código de segurança',
    'Cartão de crédito',
    'Código de acesso',
    'Validade do cartão',
  ],
  it: [
    'Password',
    'Numero della carta',
    'Codice di sicurezza',
    'Carta di credito',
    'Titolare della carta',
    'N. carta',
    'Codice di conferma',
    'Chiave di accesso',
  ],
  pl: [
    'Hasło',
    'haslo',
    'Powtórzenie hasła',
    'Numer karty',
    'Kod zabezpieczający',
    'Karta kredytowa',
    'Kod SMS',
    'Imię na karcie',
  ],
  tr: [
    'Şifre',
    'ŞİFRENİZ',
    'sifre',
    'Yeni parola',
    'Kart Numarası',
    'GÜVENLİK KODU',
    'Kredi kartı',
    'Parola',
    'Kart Numaranız',
    'SMS kodu',
  ],
  ru: ['Пароль', 'Номер карты', 'Код безопасности', 'ПИН-код', 'Код подтверждения', 'Секретное слово'],
  ar: ['كلمة المرور', 'كلمة السر', 'رقم البطاقة', 'رمز الأمان', 'كَلِمَة المُرُور', 'رمز التأكيد'],
  hi: ['पासवर्ड', 'कार्ड नंबर', 'सुरक्षा कोड', 'क्रेडिट कार्ड', 'सत्यापन कोड', 'पासकोड'],
  ja: ['パスワード', 'カード番号', 'ｶｰﾄﾞ番号', 'セキュリティコード', '暗証番号', '確認コード', 'パスコード', '口座番号'],
  ko: ['비밀번호', '카드 번호', '보안코드', '신용카드', '인증 코드', '핀번호'],
  zh: ['密码', '银行卡号', '信用卡', '安全码', '密碼', '信用卡號碼', '卡號', '安全碼', '手机验证码', '通行碼'],
};

describe('a label of a field', () => {
  test.each(Object.entries(LABELS).flatMap(([language, labels]) => labels.map((text) => [language, text] as const)))(
    'says that the field is for a secret, in %s: %s',
    (_, text) => {
      expect(namesSecret(text)).toBe(true);
    },
  );

  test.each(['Lösenord', 'Wachtwoord', 'Heslo', 'Лозинка', 'סיסמה', 'รหัสผ่าน', 'Mật khẩu', 'Kaartnummer'])(
    'says so in a language that the interface does not have: %s',
    (text) => {
      expect(namesSecret(text)).toBe(true);
    },
  );

  test.each([
    'Paga in carta',
    'Cerca parole',
    'Discount code',
    'Country code',
    'Card game',
    'Account name',
    'Código postal',
    'Expiration',
    'Palabra clave',
    'Resenha',
    'Secretary',
    'Hotpot',
    'Classname',
    'Land',
    'Kartenansicht',
    'Postal code',
    '关键词',
    'Cerca una parola',
    'Carta dei vini',
    'Numero di carta d’identità',
    'Szukaj hasła w encyklopedii',
    'hasLocation',
    'haslocation',
    'Kart oyunları',
    'Kart notu',
  ])('does not match any other field: %s', (text) => {
    expect(namesSecret(text)).toBe(false);
  });
});
