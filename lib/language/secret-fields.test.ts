import { describe, expect, test } from 'vitest';
import { type LanguageCode, namesSecret } from './index.ts';

const LABELS: Record<LanguageCode, readonly string[]> = {
  en: ['Password', 'Card number', 'Security code', 'Credit card'],
  de: ['Passwort', 'Ihre Kartennummer:', 'Prüfziffer', 'Kreditkarte', 'Karteninhaber', 'TAN'],
  fr: ['Mot de passe', 'Numéro de carte', 'Cryptogramme visuel', 'Carte bancaire', 'Code de sécurité'],
  es: ['Contraseña', 'Número de tarjeta', 'Código de seguridad', 'Clave', 'Tarjeta de crédito'],
  pt: ['Senha', 'Número do cartão', 'Código de segurança', 'Cartão de crédito'],
  it: ['Password', 'Numero della carta', 'Codice di sicurezza', 'Carta di credito', 'Titolare della carta'],
  pl: ['Hasło', 'haslo', 'Powtórzenie hasła', 'Numer karty', 'Kod zabezpieczający', 'Karta kredytowa'],
  tr: ['Şifre', 'ŞİFRENİZ', 'sifre', 'Yeni parola', 'Kart Numarası', 'GÜVENLİK KODU', 'Kredi kartı'],
  ru: ['Пароль', 'Номер карты', 'Код безопасности', 'ПИН-код'],
  ar: ['كلمة المرور', 'كلمة السر', 'رقم البطاقة', 'رمز الأمان'],
  hi: ['पासवर्ड', 'कार्ड नंबर', 'सुरक्षा कोड', 'क्रेडिट कार्ड'],
  ja: ['パスワード', 'カード番号', 'ｶｰﾄﾞ番号', 'セキュリティコード', '暗証番号'],
  ko: ['비밀번호', '카드 번호', '보안코드', '신용카드'],
  zh: ['密码', '银行卡号', '信用卡', '安全码', '密碼', '信用卡號碼', '卡號', '安全碼'],
};

describe('a label of a field', () => {
  test.each(Object.entries(LABELS).flatMap(([language, labels]) => labels.map((text) => [language, text] as const)))(
    'says that the field is for a secret, in %s: %s',
    (_, text) => {
      expect(namesSecret(text)).toBe(true);
    },
  );

  test.each([
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
  ])('says that of no other field: %s', (text) => {
    expect(namesSecret(text)).toBe(false);
  });
});
