import { describe, expect, test } from 'vitest';
import { maskSecrets } from '../mask-secrets.ts';

const masked = (text: string) => maskSecrets(text).text;

describe('a card number is masked', () => {
  test.each([
    ['in Arabic digits', '٤١١١ ١١١١ ١١١١ ١١١١'],
    ['in Persian digits', '۴۱۱۱۱۱۱۱۱۱۱۱۱۱۱۱'],
    ['in Devanagari digits', '४१११ ११११ ११११ ११११'],
    ['in full-width digits', '４１１１　１１１１　１１１１　１１１１'],
    ['in mathematical digits', '𝟒𝟏𝟏𝟏 𝟏𝟏𝟏𝟏 𝟏𝟏𝟏𝟏 𝟏𝟏𝟏𝟏'],
    ['with emphasis inside', '4111 **1111** 1111 1111'],
    ['with code inside', '4111 `1111` 1111 1111'],
    ['with emphasis in a group', '4111 1111 11**11** 1111'],
    ['with soft hyphens', '4111\u00AD1111\u00AD1111\u00AD1111'],
    ['with spaces of no width', '4111\u200B 1111\u200B 1111\u2060 1111'],
    ['in two groups', '41111111 11111111'],
    ['with dots in the middle', '4111·1111·1111·1111'],
    ['with slashes', '4111/1111/1111/1111'],
    ['with commas', '4111, 1111, 1111, 1111'],
    ['with bars', '4111 | 1111 | 1111 | 1111'],
    ['with a line end', '4111 1111\n1111 1111'],
    ['with a line end after a hyphen', '4111-1111-\n1111-1111'],
    ['on four lines', '4111\n1111\n1111\n1111'],
    ['with line breaks of a cell', '4111 1111<br>1111 1111'],
    ['with the number of the page below', '4111 1111 1111 1111\n\n2'],
    ['with plus signs', '4111+1111+1111+1111'],
    ['as in an address', '4111%201111%201111%201111'],
    ['with colons', '4111:1111:1111:1111'],
    ['with underscores', '4111_1111_1111_1111'],
    ['with dashes', '4111—1111—1111—1111'],
    ['with letters that show nothing', '4111\u31641111\u31641111\u31641111'],
    ['in the items of a list', '4111\n- 1111\n- 1111\n- 1111'],
    ['in numbered items', '4111\n2. 1111\n3. 1111\n4. 1111'],
    ['digit by digit', '4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1'],
    ['digit by digit, with hyphens', '4-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1'],
    ['one digit a cell', '4 | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1'],
    ['one digit a line', '4\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1'],
    ['in three groups of five', '37828 22463 10005'],
    ['after escapes', '4111\\-1111\\-1111\\-1111'],
  ])('%s', (_, number) => {
    expect(masked(`Card ${number}.`)).toMatch(/^Card \[masked: card number\](?:\n\n2)?\.$/);
  });

  test('next to its security code, a currency, or the name of its network', () => {
    expect(masked('Card 4111 1111 1111 1111 123')).toBe('Card [masked: card number] 123');
    expect(masked('VISA4111111111111111 and 4111111111111111EUR')).toBe(
      'VISA[masked: card number] and [masked: card number]EUR',
    );
  });

  test('not in longer digits, or a number that does not belong to a card', () => {
    for (const text of [
      '4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 5 5 5 5 5',
      '1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 7',
      'a4111111111111111b',
    ])
      expect(masked(text)).toBe(text);
  });

  test.each(['#4111111111111111', '@4111 1111 1111 1111'])('after a sign: %s', (text) => {
    expect(masked(`See ${text} there`)).toBe(`See ${text.charAt(0)}[masked: card number] there`);
  });

  test('in the cells of a row', () => {
    expect(masked('| Card | | | |\n| --- | --- | --- | --- |\n| 4111 | 1111 | 1111 | 1111 |')).toContain(
      '| [masked: card number] |',
    );
  });

  test('after a group of digits that does not belong to it', () => {
    expect(masked('Row 1234 4111 1111 1111 1111')).toBe('Row 1234 [masked: card number]');
  });

  test('not in a table of numbers, of which others have no check digit', () => {
    const table = '| 4111 | 1111 | 1111 | 1111 |\n| 4500 | 4600 | 4700 | 4800 |';
    expect(masked(table)).toBe(table);
  });

  test('not in a longer list of numbers', () => {
    for (const text of ['4111, 1111, 1111, 1111, 1234', '4111\n1111\n1111\n1111\n1234', '99999999 41111111 11111111'])
      expect(masked(text)).toBe(text);
  });

  test('not if it is the number of an article, with a check digit for that', () => {
    expect(masked('EAN 4006381333931, 4012345123456')).toBe('EAN 4006381333931, 4012345123456');
  });
});

describe('an account number is masked', () => {
  test.each([
    'SE45.5000.0000.0583.9825.7466',
    'SE45·5000·0000·0583·9825·7466',
    'SE45 | 5000 | 0000 | 0583 | 9825 | 7466',
    'SE45 5000 0000\n0583 9825 7466',
    'SE45 **5000** 0000 0583 9825 7466',
    'ＳＥ４５ ５０００ ００００ ０５８３ ９８２５ ７４６６',
  ])('%s', (account) => {
    expect(masked(`To ${account}!`)).toBe('To [masked: IBAN]!');
  });
});

describe('a password is masked', () => {
  test.each([
    ['on the line below its name', 'Password:\nTr0ub4dor&3', 'Password:\n§'],
    ['below a name in bold', '**Password**\n\nTr0ub4dor&3', '**Password**\n\n§'],
    ['below a heading', '## Password\n\nTr0ub4dor&3\n\nmore', '## Password\n\n§\n\nmore'],
    ['in bold, below its name', 'Passwort\n**hunter2x**', 'Passwort\n**§**'],
    ['as code, below its name', 'Mot de passe :\n`hunter2x`', 'Mot de passe :\n`§`'],
    ['as the meaning of a term', 'Password\n: Tr0ub4dor&3', 'Password\n: §'],
    ['in a list', '- Password\n- Tr0ub4dor&3', '- Password\n- §'],
    ['with a colon of full width', '密码：hunter2x', '密码：§'],
    ['in letters of full width', 'Ｐａｓｓｗｏｒｄ： Tr0ub4dor&3', 'Ｐａｓｓｗｏｒｄ： §'],
    [
      'in a column with that header',
      '| User | Password |\n| --- | --- |\n| maria | Tr0ub4dor&3 |\n| jan | c0rrect-h |',
      '| User | Password |\n| --- | --- |\n| maria | § |\n| jan | § |',
    ],
    [
      'below a cell with its name',
      '|  |  |\n| --- | --- |\n| User | **Kennwort** |\n| maria | Tr0ub4dor&3 |',
      '|  |  |\n| --- | --- |\n| User | **Kennwort** |\n| maria | § |',
    ],
  ])('%s', (_, text, expected) => {
    expect(masked(text)).toBe(expected.replaceAll('§', '[masked: password]'));
  });

  test.each([
    'Password\n\nAnmelden',
    'Password\n\nmaria.kim@example.com',
    'Password\n\n[Sign-in2](L12)',
    'Password\n\nhttps://example.com/a1b2c3',
    'Password\n\nForgot it?',
    'Boarding pass\n\nAB1234X',
    '| Method | Password |\n| --- | --- |\n| Phishing | vulnerable |\n| Length | 12 characters |',
  ])('not in %j', (text) => expect(masked(text)).toBe(text));
});

describe('a key is masked', () => {
  test.each([
    ['below its name', 'API key\n\na8Kd93mQx7Lw02Zp\n', 'API key\n\n#\n'],
    ['in a column', '| Client secret |\n| --- |\n| a8Kd93mQx7Lw02Zp |', '| Client secret |\n| --- |\n| # |'],
    ['in a path', 'https://a.test/reset/a8Kd93mQx7Lw02Zp', 'https://a.test/reset/#'],
    [
      'in a path in another language',
      'https://a.test/passwort-neu/a8Kd93mQx7Lw02Zp/',
      'https://a.test/passwort-neu/#/',
    ],
    [
      'in the path of a link',
      '[here](/account/verify-email/a8Kd93mQx7Lw02Zp?x=1)',
      '[here](/account/verify-email/#?x=1)',
    ],
    ['as a UUID in a path', 'https://a.test/invite/123e4567-e89b-42d3-a456-426614174000', 'https://a.test/invite/#'],
    ['in the parameter t', 'https://a.test/in?t=a8Kd93mQx7Lw02Zp', 'https://a.test/in?t=#'],
    ['in a parameter for a reset', 'https://a.test/in?reset_token=a8Kd93mQx7Lw02Zp', 'https://a.test/in?reset_token=#'],
  ])('%s', (_, text, expected) => {
    expect(masked(text)).toBe(expected.replace('#', '[masked: key]'));
  });
});

/** Texts of ordinary pages that resemble a secret. */
const ORDINARY = [
  'Call +49 30 901820 or +1 (415) 555-2671, fax 030/90182-11.',
  'Tel. 0800 4111 1111, Mo–Fr 8–18',
  '4111 1111 is the extension',
  'Order 4029357733-0001 of 2026-11-02, customer 40029311',
  'Order number: 302-4411982-7719231',
  'Invoice RE-2026-004711, due 2026-12-01, total 1.234,56 €',
  'Tracking 1Z999AA10123456784, 00340434161094021501, JJD000390007882823471',
  'ISBN 978-3-16-148410-0, ISBN 0-306-40615-2, ISSN 2049-3630',
  'EAN 4006381333931, GTIN 4012345123456',
  'Commit 9fceb02d0ae598e95dc970b74767f19372d61af8 and 4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  'id 123e4567-e89b-12d3-a456-426614174000',
  'https://example.org/status/1212092628029698048',
  'https://docs.example.org/document/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms/edit',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=123s',
  'https://example.org/blog/how-to-reset-your-password-in-2026-the-easy-way',
  'https://example.org/reset-password/how-it-works-for-customers',
  'https://github.com/login/oauth/authorize',
  'https://example.org/authors/2026-annual-report-of-the-society',
  'https://cdn.example.org/assets/index-9fceb02d0ae598e9.js',
  'Version 4.5.6, 1,234,567 people, 12:34:56, 3.14159265358979, 2024-01-02',
  'Coordinates 52.5200066, 13.4049540',
  '| 2019 | 2020 | 2021 | 2022 |\n| --- | --- | --- | --- |\n| 4500 | 4600 | 4700 | 4800 |\n| 5100 | 5200 | 5300 | 5400 |',
  '| Year | Visitors |\n| --- | --- |\n| 2024 | 41111111 |\n| 2025 | 11111111 |',
  'Scores: 4211, 3987, 4502, 4120, 4399',
  'Password: required. The password must have 8 characters.',
  'Forgot your password?\n\nReset it here',
  'Email\n\nPassword\n\nStay signed in\n\nSign in',
  '| Setting | Password |\n| --- | --- |\n| Type | string |\n| Default | none |',
  'Passwort vergessen? Neues Kennwort anfordern.',
  'Mot de passe oublié ?',
  'The password is stored as a hash; the password policy is strict.',
  'A token is a number of characters; the secret of success is patience.',
  'Tokens: 128,000 in, 16,384 out. Price per million tokens: $2.50',
  'The API key goes in the header. api_key = YOUR_API_KEY',
  'const token = await getToken(); let secret: string | null = null;',
  'USDT token: 0xdAC17F958D2ee523a2206206994597C13D831ec7',
  'Verification code was introduced in 2019. Enter the code you got.',
  'Error code 404, zip code 90210, promo code SAVE20, country code 49, area code 0711',
  'Article code 4711-0815, colour code #FF8800',
  'Use 2 eggs, 200 g flour and 1 tsp salt to make the dough.',
  'PIN boards and tan jackets from 49 €',
  'Flight LH 4411 on 12 Nov, seat 14C, gate A26, booking X7KQ2P',
  'Boarding pass\n\nLH4411 14C',
  'Train ICE 1011, platform 7, coach 21, seats 61 and 62',
  'Room 4111, 1111 Lexington Avenue',
  'IBAN: DE00 0000 0000 0000 0000 00 is none.',
  'BE 16 and AT 20 are roads. No 15 people came in 1999.',
  'Model WH-1000XM5, serial 5CD1234ABC',
  'Wi-Fi 6E, 802.11ax, 2.4 GHz, WPA3',
  'Backup codes are one-time codes for when you lose your phone.',
  'The recovery phrase has twelve words; write them down.',
  'Chapter 12: The Key\n\nHe found the key under the mat.',
  'Key facts\n\nPopulation2026 83,000,000',
  'Session\n\n10:30–11:15 Opening',
  'Secret Garden\n\nopens2026',
  'f(x) = 4x² + 11x − 1111/4',
  'Bitcoin: bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  'UPC 012345678905, SKU 41111111-BLK',
  'IPv6 2001:0db8:85a3:0000:0000:8a2e:0370:7334, MAC 00:1A:2B:3C:4D:5E',
  '12 345 678 kWh in 2025, 9 876 543 in 2024',
  'Tax number 12/345/67890, VAT DE123456789',
  'Pass to [`basicConfig()`](https://docs.example.org/3/library/logging.html), or pass `--journal-max=0`',
  'Password for beginners: what to know. Password managers such as 1Password2026 compared',
  'The secret key that will work well with this tool',
  'Login: see page 12/2026, access: free/9am',
  'Seed: sow in April and water them, thin the rows when they are five high',
  'DOI 10.1000/xyz123, arXiv 2411.01234, PMID 41111111',
];

describe('ordinary text stays readable', () => {
  test.each(ORDINARY)('%j', (text) => expect(masked(text)).toBe(text));

  test('there are at least sixty examples', () => expect(ORDINARY.length).toBeGreaterThanOrEqual(60));
});

describe('a password is masked, regardless of what is between it and its name', () => {
  const PASSWORD = 'Tr0ub4dor&3';
  test.each([
    ['an arrow', `Password → ${PASSWORD}`],
    ['a dash', `Password – ${PASSWORD}`],
    ['quotation marks', `password "${PASSWORD}"`],
    ['brackets', `Password (${PASSWORD})`],
    ['a verb in Chinese', `您的密码是${PASSWORD}`],
    ['a fence', `Password:\n\n\`\`\`\n${PASSWORD}\n\`\`\``],
    ['tags', `<password>${PASSWORD}</password>`],
    ['a user name', `curl -u alice:${PASSWORD} https://a.test`],
    ['fields of the code of a network', `WIFI:S:home;T:WPA;P:${PASSWORD};;`],
    ['a colon, its name decomposed', `${'Contraseña'.normalize('NFD')}: ${PASSWORD}`],
    ['a colon, its name in Turkish capitals', `ŞİFRE: ${PASSWORD}`],
    ['what it opens', `Password for the router: ${PASSWORD}`],
    ['a remark in brackets', `Password (case-sensitive): ${PASSWORD}`],
    ['nothing', `आपका पासवर्ड ${PASSWORD} है`],
    ['a particle in Korean', `비밀번호는 ${PASSWORD}입니다`],
    ['a verb in Portuguese', `Sua senha é ${PASSWORD}`],
    ['the suffix of Turkish', `Şifreniz: ${PASSWORD}`],
    ['a user name and a slash', `Credentials: maria / ${PASSWORD}`],
    ['the name of a network', `Wi-Fi: GuestNet / ${PASSWORD}`],
    ['the hyphens of an option', `db-tool --password ${PASSWORD} run`],
    ['the letter of an option', `mysql -u root -p${PASSWORD} shop`],
    ['a user name in a file for ftp', `machine h login maria password ${PASSWORD}`],
    ['a colon, its name in Hindi', `पासवर्ड: ${PASSWORD}`],
  ])('%s', (_between, text) => {
    expect(masked(text)).toContain('[masked: password]');
    expect(masked(text)).not.toContain('ub4dor');
  });

  test('and words next to the name are not', () => {
    const text = 'Password (optional) – at least eight characters. Password "forgotten"? <password>';
    expect(masked(text)).toBe(text);
  });
});

describe('a key is masked', () => {
  const KEY = ['ghp_a1B2c3D4e5', 'F6g7H8i9J0', 'k1L2m3N4o5P6q7R8'];
  test.each([
    ['with emphasis inside', `${KEY[0]}**${KEY[1]}**${KEY[2]}`],
    ['over the end of a line', `${KEY[0]}\n${KEY[1]}${KEY[2]}`],
  ])('%s', (_how, text) => expect(masked(`See ${text}`)).toBe('See [masked: key]'));

  test('and the next line is not, if it is another text', () => {
    expect(masked(`${KEY.join('')}\nSettings`)).toBe('[masked: key]\nSettings');
  });

  test('in any value of an address that signs in', () => {
    expect(masked('[in](https://a.test/login/verify?x=8f7a6b5c4d3e2f1a0b9c8d7e)')).toContain('?x=[masked: key])');
  });
});

describe('a code is masked', () => {
  test.each([
    ['after “your code” in French', 'Votre code : 482 913'],
    ['after “your code” in Spanish', 'Tu código es 482913'],
    ['after “your code” in Polish', 'Twój kod to 482913'],
    ['after “your code” in Turkish', 'Kodunuz: 482913'],
    ['after “your code” in Arabic', 'رمزك هو 482913'],
    ['before a warning not to share it', 'Код 482913. Никому не сообщайте'],
    ['before a warning in English', '482913 – do not share this with anyone'],
    ['before its name in brackets', '【淘宝】482913（登录验证码）'],
    ['before its name in Japanese', '482913は認証コードです'],
    ['between “use code” and what it is for', 'Use code 482913 to log in'],
    ['that unlocks a SIM card', 'PUK: 482913'],
  ])('%s', (_where, text) => {
    expect(masked(text)).toContain('[masked: code]');
    expect(masked(text)).not.toContain('913');
  });

  test.each(['Kartenprüfnummer 829', 'Security code: 829', 'Cryptogramme : 829', 'セキュリティコード：829'])(
    'of a card: %s',
    (text) => expect(masked(text)).not.toContain('829'),
  );

  test.each(['Tu código postal es 28013', 'Votre code promo : 4711', 'PIN code: 560001', 'Error 482913 (see below)'])(
    'and not: %s',
    (text) => expect(masked(text)).toBe(text),
  );
});

describe('secrets that open an account or a wallet are masked', () => {
  test.each([
    ['the key of an app for login codes', 'Set-up key: JBSW Y3DP EHPK 3PXP', 'JBSW'],
    ['the same in small letters', 'clé de configuration : jbsw y3dp ehpk 3pxp', 'jbsw'],
    ['a cookie', 'Set-Cookie: SID=9f8a7b6c5d4e3f2a1b0c; Secure', '9f8a'],
    ['a token beside its name', 'auth token 0123456789abcdef0123456789abcdef', '0123'],
    ['the lines of a PuTTY key', 'Private-Lines: 1\nAAAAIBs1abcdefgh0123456789abcdefgh', 'AAAA'],
    [
      'an address to post to',
      'discord.com/api/webhooks/123456789012345678/abcDEF123456_abcDEF123456-abcDEF123456abcDEF',
      'DEF',
    ],
    [
      'the words of a seed',
      'seed: legal winner thank year wave sausage worth useful legal winner thank yellow',
      'winner',
    ],
    [
      'the words, named in Chinese',
      '助记词：legal winner thank year wave sausage worth useful legal winner thank yellow',
      'winner',
    ],
  ])('%s', (_what, text, part) => expect(masked(text)).not.toContain(part));
});

test('a PIN is masked on the line below its name', () => {
  expect(masked('PIN\n\n739154\n\nMore')).toBe('PIN\n\n[masked: code]\n\nMore');
  expect(masked('Your PIN:\n4821')).toBe('Your PIN:\n[masked: code]');
  expect(masked('a pin\n4821')).toBe('a pin\n4821');
});
