import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { SECRET_SAMPLES } from '../testing/security/secret-samples.ts';
import { LINEAR_GROWTH, timeGrowth } from '../testing/time-growth.ts';
import { cutOutsideSecrets, hideSecrets, maskSecrets, secretValues } from './mask-secrets.ts';

/** Whether a text shows a usable part of a secret: one of its words, or half of it. */
function showsSome(text: string, secret: string): boolean {
  const pieces = [secret, secret.slice(0, Math.ceil(secret.length / 2)), secret.slice(-Math.ceil(secret.length / 2))];
  return pieces.some((piece) => text.includes(piece));
}

describe('a secret that a page shows is masked', () => {
  test('there are at least a hundred examples', () => {
    expect(SECRET_SAMPLES.length).toBeGreaterThanOrEqual(100);
  });

  test.each(SECRET_SAMPLES)('$name', ({ text, secret }) => {
    const around = `# Account\n\nSome words before. ${text}\n\nAnd a line after it, with the year 2024.`;
    const { text: masked, masked: what } = maskSecrets(around);
    expect(showsSome(masked, secret), masked).toBe(false);
    expect(what).toHaveLength(1);
    expect(masked).toMatch(/\[masked: (?:private key|key|password|card number|IBAN|code|recovery phrase)\]/);
    expect(masked).toMatch(/^# Account\n\nSome words before\. [\s\S]*\n\nAnd a line after it, with the year 2024\.$/);
  });

  test('also if Markdown escapes its characters', () => {
    expect(maskSecrets('Password: hunter\\_2\\*x, that is it').text).toBe('Password: [masked: password], that is it');
  });

  test('masking twice gives the same result', () => {
    for (const { text } of SECRET_SAMPLES) {
      const once = maskSecrets(text).text;
      expect(maskSecrets(once).text).toBe(once);
    }
  });

  test('kinds are counted in the order they appear', () => {
    const { masked } = maskSecrets('4111111111111111 and PIN: 4821 and 5555555555554444');
    expect(masked).toEqual([
      { kind: 'card number', count: 2 },
      { kind: 'code', count: 1 },
    ]);
  });
});

/** A card number with this beginning and a valid check digit. */
function cardNumber(start: string, length: number): string {
  const digits = [...start.padEnd(length - 1, '8172635').slice(0, length - 1)].map(Number);
  const sum = digits.reverse().reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return digits.reverse().join('') + String((10 - (sum % 10)) % 10);
}

describe('a card number', () => {
  test.each<[string, ...number[]]>([
    ['4', 13, 16, 19],
    ['51', 16],
    ['55', 16],
    ['2221', 16],
    ['2229', 16],
    ['223', 16],
    ['229', 16],
    ['23', 16],
    ['26', 16],
    ['270', 16],
    ['271', 16],
    ['2720', 16],
    ['34', 15],
    ['37', 15],
    ['300', 14, 16, 19],
    ['305', 14],
    ['3095', 14],
    ['36', 14, 16, 19],
    ['38', 14],
    ['39', 14],
    ['6011', 16, 19],
    ['644', 16, 19],
    ['649', 16],
    ['65', 16],
    ['3528', 16, 19],
    ['3529', 16],
    ['353', 16],
    ['358', 16],
    ['62', 16, 17, 18, 19],
    ['50', 16, 18, 19],
    ['56', 16],
    ['58', 16],
    ['59', 16],
    ['60', 16],
    ['63', 16],
    ['67', 16],
    ['69', 16],
    ['2200', 16],
    ['2204', 16],
  ])('that begins with %s is masked in its lengths', (start, ...lengths) => {
    for (const length of lengths) {
      const number = cardNumber(start, length);
      expect(maskSecrets(`Pay ${number} now`).text, number).toBe('Pay [masked: card number] now');
    }
  });

  test.each<[string, ...number[]]>([
    ['4', 14, 15, 17],
    ['51', 15, 19],
    ['2220', 16],
    ['2721', 16],
    ['28', 16],
    ['34', 16],
    ['33', 15, 16],
    ['306', 14],
    ['36', 15],
    ['3527', 16],
    ['359', 16],
    ['643', 16],
    ['61', 16],
    ['68', 16],
    ['62', 15],
    ['2205', 16],
    ['834', 15],
    ['1650', 16],
    ['1644', 16],
    ['1625', 16, 17],
    ['12203', 16],
    ['1', 16],
    ['7', 16],
    ['84', 16],
  ])('is not one that begins with %s in another length, or with no network', (start, ...lengths) => {
    for (const length of lengths) {
      const number = cardNumber(start, length);
      expect(maskSecrets(`Pay ${number} now`).text, number).toBe(`Pay ${number} now`);
    }
  });

  test.each([
    '4111 1111 1111 1111',
    '4111.1111.1111.1111',
    '4111–1111–1111–1111',
    '4111--1111--1111--1111',
    '4111\u00A01111\u00A01111\u00A01111',
    '3782 822463 10005',
    '3782  822463  10005',
    '4917 6100 0000 0000 003',
  ])('is masked in the groups on cards: %s', (number) =>
    expect(maskSecrets(`Card ${number}.`).text).toBe('Card [masked: card number].'),
  );

  test.each([
    '4111 1111-1111 1111',
    '41 11 11 11 11 11 11 11',
    'x4111111111111111',
    '/4111111111111111',
    '4111111111111111x',
    '4111111111111111/',
    '4111111111111111.5',
    '4111111111111111-5',
    '1.4111111111111111',
    '4111111111111112',
  ])('is not %s', (text) => expect(maskSecrets(`See ${text} there`).text).toBe(`See ${text} there`));
});

describe('an account number', () => {
  test.each([
    'SE45 5000 0000 0583 9825 7466',
    'se4550000000058398257466',
    'SE45-5000-0000-0583-9825-7466',
    'SE45  5000 0000 0583 9825 7466',
    'SE45\u00A05000\u00A00000\u00A00583\u00A09825\u00A07466',
    'NO93 8601 1117 947',
    'LI21 0881 0000 2324 013A A',
  ])('is masked: %s', (account) => {
    expect(maskSecrets(`To ${account}.`).text).toBe('To [masked: IBAN].');
  });

  test.each([
    'SE45 5000 0000 0583 9825 7467',
    'NO93 8601 1117 94',
    'SE45 5000 0000 0583 9825 74666',
    'SE45 5000 0000 0583 9825_7466',
    'XSE45 5000 0000 0583 9825 7466',
    'ZZ45 5000 0000 0583 9825 7466',
    'SE45',
  ])('is not %s', (text) => {
    expect(maskSecrets(`To ${text}.`).text).toBe(`To ${text}.`);
  });

  test('is found at the very end of a text', () => {
    expect(maskSecrets('NO9386011117947').text).toBe('[masked: IBAN]');
  });
});

describe('the place of a secret', () => {
  test('is found behind Markdown escapes, which stay', () => {
    expect(maskSecrets('a\\_b \\* 4111111111111111 c\\_d').text).toBe('a\\_b \\* [masked: card number] c\\_d');
    expect(maskSecrets('Card 4111\\-1111\\-1111\\-1111!').text).toBe('Card [masked: card number]!');
    expect(maskSecrets('a\\_b 4111111111111111\\').text).toBe('a\\_b [masked: card number]\\');
  });

  test('covers overlapping secrets, as one secret of the kind that begins first', () => {
    const text = 'https://maria:4111111111111111@a.test/ and 5555555555554444';
    expect(maskSecrets(text)).toEqual({
      text: 'https://[masked: password]@a.test/ and [masked: card number]',
      masked: [
        { kind: 'password', count: 1 },
        { kind: 'card number', count: 1 },
      ],
    });
  });

  test('names the kind of the longer of two that begin together', () => {
    expect(maskSecrets('Password: sk-a1b2c3d4e5f6g7h8i9j0!x').masked).toEqual([{ kind: 'password', count: 1 }]);
  });

  test('extends to the end of the last of two that overlap', () => {
    expect(maskSecrets('ftp://maria:password=abc1@files.test').text).toBe('ftp://[masked: password]');
  });

  test('gives its value', () => {
    expect(secretValues('a\\_b 4111111111111111, PIN: 4821')).toEqual(['4111111111111111', '4821']);
    expect(secretValues('nothing')).toEqual([]);
  });
});

describe('a key', () => {
  const masked = (text: string) => maskSecrets(text).text;

  test('is named after its kind', () => {
    expect(masked('-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----')).toBe('[masked: private key]');
    expect(masked('AKIAIOSFODNN7EXAMPLE')).toBe('[masked: key]');
    expect(masked('/cb?code=a1b2c3d4e5f6g7h8')).toBe('/cb?code=[masked: key]');
    expect(masked('Authorization: Basic  a1b2c3d4e5f6g7h8')).toBe('Authorization: Basic  [masked: key]');
  });

  test('in an address has digits or capitals amid small letters', () => {
    expect(masked('/cb?apikey=abcdefghijklmnoPqrst')).toBe('/cb?apikey=[masked: key]');
    expect(masked('/cb?apikey=abcdefghijklmnopqrst')).toBe('/cb?apikey=abcdefghijklmnopqrst');
    expect(masked('/cb?apikey=ABCDEFGHIJKLMNOPQRST')).toBe('/cb?apikey=ABCDEFGHIJKLMNOPQRST');
    expect(masked('/cb?api_key=1234567890123456')).toBe('/cb?api_key=[masked: key]');
    expect(masked('/cb?api_key=123456789012345')).toBe('/cb?api_key=123456789012345');
  });

  test.each(['xxxxxxxx', '****', '....', '00000000'])(
    'in an address is no placeholder that begins with %s',
    (start) => {
      expect(masked(`/cb?sig=${start}aB3dE5gH7jK9mN1p`)).toBe(`/cb?sig=${start}aB3dE5gH7jK9mN1p`);
      expect(masked(`/cb?sig=${start.slice(1)}aB3dE5gH7jK9mN1p`)).toBe('/cb?sig=[masked: key]');
      expect(masked(`/cb?sig=a${start}aB3dE5gH7jK9mN1p`)).toBe('/cb?sig=[masked: key]');
    },
  );

  test.each([
    'https://example.org/123',
    'http://example.org/1234',
    'https%3A%2F%2Fexample.org%2F12',
    'http%3a%2F%2Fexample.org%2F12',
  ])('in an address is not another address: %s', (value) => {
    expect(masked(`/cb?state=${value}`)).toBe(`/cb?state=${value}`);
    expect(masked(`/cb?state=1${value}`)).toBe('/cb?state=[masked: key]');
  });

  test.each(['session', 'sessionid', 'session_id', 'sid', 'sig', 'state'])(
    'in an address is masked after %s',
    (name) => {
      expect(masked(`/cb?${name}=a1b2c3d4e5f6g7h8`)).toBe(`/cb?${name}=[masked: key]`);
    },
  );

  test('next to a user name is the password of an address only before a host', () => {
    expect(masked('ftp://maria:pw@files.test/')).toBe('ftp://[masked: password]@files.test/');
    expect(masked('ftp://maria:pw@')).toBe('ftp://maria:pw@');
    expect(masked('ftp://maria:pw')).toBe('ftp://maria:pw');
  });
});

describe('a recovery phrase', () => {
  const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow'.split(' ');
  const numbered = (mark: string) => words.map((word, index) => `${index + 1}${mark}${word}`).join(' ');
  test.each([
    ['Seed phrase: ', words.join(' ')],
    ['seed words:\n\n\n', words.join(' ')],
    ['Mnemonic phrase:', words.join(', ')],
    ['mnemonic-phrase: ', words.join('\n')],
    ['Backup words, to be kept: ', words.join(',  ')],
    ['backup phrase\n', words.join(' ')],
    ['SEED PHRASE: ', words.join(' ')],
    ['RECOVERY Words: ', words.join(' ')],
    ['Recovery phrase:    ', numbered('. ')],
    ['recovery phrase: ', numbered(')')],
    ['recovery phrase: ', numbered(' ')],
    ['recovery phrase: ', numbered('.  ')],
    ['recovery phrase: ', numbered('')],
    ['recovery phrase: ', words.map((word, index) => `${String(index + 1).padStart(2, '0')}. ${word}`).join(' ')],
  ])('is masked after %j', (before, phrase) => {
    expect(maskSecrets(`${before}${phrase}`).text).toBe(`${before}[masked: recovery phrase]`);
  });

  test('is not fewer than twelve words, or words after something else', () => {
    const short = `Seed phrase: ${words.slice(1).join(' ')}`;
    expect(maskSecrets(short).text).toBe(short);
    const other = `The phrase: ${words.join(' ')}`;
    expect(maskSecrets(other).text).toBe(other);
  });
});

describe('a value with a name', () => {
  const masked = (text: string) => maskSecrets(text).text;

  test.each([
    'byte',
    'bytes',
    'forgotten',
    'changes',
    'changeable',
    'confirmed',
    'yours',
    'yourselves',
    'passwords',
    'passwordless',
    'hashed',
    'https:x',
    'http:',
    'www.example.org',
    'process.env.PW',
    'this.value',
    'required!?',
    'aaaa',
    '----',
  ])('is not a password if it is %s', (value) => expect(masked(`Password: ${value}`)).toBe(`Password: ${value}`));

  test.each(['12345678', 'abc1', 'reset1', 'xbyte'])('is a password if it is %s', (value) =>
    expect(masked(`Password: ${value}`)).toBe('Password: [masked: password]'),
  );

  test.each([
    'xxxxxxabc123def456',
    'abc123def456xxxxxx',
    'your-key-abc123def4',
    'YOUR_abc123def456',
    'abc...123def456',
    '123456789012',
    'abcdefghijklmnop',
    'a1a1a1a1a1a1a1a1',
  ])('is not a key if it is %s', (value) => expect(masked(`api_key: ${value}`)).toBe(`api_key: ${value}`));

  test.each(['abcdefg1abcdefg1', 'yourabc123def456', 'abc..123def456', 'abcxxxxx123def456'])(
    'is a key if it is %s',
    (value) => expect(masked(`api_key: ${value}`)).toBe('api_key: [masked: key]'),
  );

  test.each(['ab1cd', '1234567', 'hunter!!', 'hun.ter!', 'marigold'])(
    'in a sentence is not a password if it is %s',
    (value) => expect(masked(`The password is ${value} now`)).toBe(`The password is ${value} now`),
  );

  test.each(['ab1cde', 'hunter_2', 'h!nter'])('in a sentence is a password if it is %s', (value) =>
    expect(masked(`The password is ${value} now`)).toBe('The password is [masked: password] now'),
  );
});

describe('a code', () => {
  const masked = (text: string) => maskSecrets(text).text;

  test.each([
    'Use # to quickly log in: 338 201',
    'Use # to log in: 338-201',
    'enter # as your code: 338201',
    'type # for access: 3382',
    'use **#** to confirm: 338201',
    'PIN #: 4821',
    'PIN is: **#**: 4821',
    'PIN number: #: 4821',
    'PIN = #: 4821',
    'PIN: #.: 4821',
    'chipTAN: #: 771204',
    'i-TAN: #: 771204',
    'CVC: #: 123',
    'CVC2 #: 123',
    'CVV2: #: 1234',
    'CSC #: 123',
    'Your verification code: #: 20195',
    'Your verification code: #, please: 482913',
  ])('is masked in the place of #: %s', (sample) => {
    const [text = '', code = ''] = sample.split(/: (?=[\d -]+$)/);
    expect(masked(text.replace('#', code))).toBe(text.replace('#', '[masked: code]'));
  });

  test.each([
    'Use 338201 to buy shoes',
    'Use 338201, then log in',
    'Use 338201 because you log in',
    'Use 33 201 to log in',
    'PIN code: 4821',
    'PIN-codes: 4821',
    'PIN codes 4821',
    'PIN: 4821%',
    'PIN: 4821.5',
    'PIN: 4821,5',
    'PIN: 482',
    'Your verification code: 2019',
    'Your verification code: 4829%',
    'Your verification code: 4829.5',
    'Your verification code: 4829kg',
    'Your one-time code: abcd12',
    'CSC 12345',
  ])('is not in: %s', (text) => expect(masked(text)).toBe(text));

  test.each([
    ['Backup codes:\n', '- a1b2c-3d4e5\n- f6g7h-8i9j0\n- k1l2m-3n4o5'],
    ['Your recovery code list, keep it:\n', '\n1. a1b2c\n2. f6g7h\n10. k1l2m'],
    ['Emergency codes\nEach works once.\nKeep them.\n', '  a1b2c d3e4f\n  g5h6i j7k8l\n  m9n0o p1q2r'],
    ['rescue-codes: ', 'a1b2c3 d4e5f6 g7h8i9'],
    ['Backup codes:\n', '1) ab1c d2ef\n2) gh3i j4kl\n3) mn5o p6qr'],
  ])('of a list is masked with all others: %j', (before, list) => {
    const { text, masked: kinds } = maskSecrets(`${before}${list}`);
    for (const code of list.match(/[a-z]+\d[a-z\d]*/g) ?? []) expect(text).not.toContain(code);
    expect(text.startsWith(before.trimEnd())).toBe(true);
    expect(kinds).toEqual([{ kind: 'code', count: 1 }]);
  });
});

describe('other text is unchanged', () => {
  test.each([
    'Order 4111 1111 1111 1112 has shipped, tracking 1Z999AA10123456784.',
    'ISBN 978-3-16-148410-0, EAN 4006381333931, DOI 10.1000/xyz123, phone +44 20 7946 0958.',
    'Commit 9fceb02d0ae598e95dc970b74767f19372d61af8, sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
    'id 123e4567-e89b-12d3-a456-426614174000, https://example.org/status/1212092628029698048',
    'Forgot your password? The password must have 8 characters. Password: required. Reset password.',
    'Error code 404, zip code 90210, promo code SAVE20, dress code casual, country code 49.',
    'A token is a number of characters; the secret of success is patience.',
    'IBAN: DE00 0000 0000 0000 0000 00 is not one. GB82 WEST is short.',
    'const password = undefined; let token: string; api_key = YOUR_API_KEY; secret: null',
    'The verification code was introduced in 2019. Enter the code you got.',
    'Version 4.5.6, 1,234,567 people, 12:34:56, 3.14159265358979, 2024-01-02.',
  ])('%s', (text) => {
    expect(maskSecrets(text)).toEqual({ text, masked: [] });
  });
});

const PAGES = path.resolve(import.meta.dirname, '../../../shared/pages');

/** The texts of saved pages, as Markdown or plain text. */
function savedTexts(): string[] {
  const read = (folder: string) =>
    readdirSync(path.join(PAGES, folder)).map((file) => readFileSync(path.join(PAGES, folder, file), 'utf8'));
  const mainContents = read('wcxb/ground-truth').map((json) => JSON.parse(json).ground_truth.main_content as string);
  return [...read('defuddle/expected'), ...mainContents];
}

const hasPages = existsSync(PAGES);
if (!hasPages) test('skipped: no corpus of saved pages', ({ skip }) => skip());

test.runIf(hasPages)('of a hundred saved pages at most one loses a word unnecessarily', () => {
  const texts = savedTexts();
  const touched = texts.flatMap((text) => (maskSecrets(text).masked.length > 0 ? [text.slice(0, 80)] : []));
  expect(texts.length).toBeGreaterThan(200);
  expect(touched.length / texts.length, touched.join('\n')).toBeLessThanOrEqual(0.01);
});

// Code instrumented for mutation testing is several times slower.
test
  .skipIf('__stryker__' in globalThis)
  .each([
    'password: ',
    'a',
    '4 ',
    '4111-',
    'code ',
    'eyJ',
    'sk-',
    '-----BEGIN PRIVATE KEY-----\n',
    '\\_',
    'key=',
    'DE89 ',
    'PIN ',
    'backup codes\n',
    'backup codes aaaa-',
    'otp-',
    'otp A-',
    'verification code\n',
    'your code ',
    '1234 is your ',
    'use 1234 ',
    'CVV ',
    'Bearer ',
    'the password is ',
    'seed phrase: ab ',
    'https://a:b',
    '?key=a1',
    'eyJa1b2c3d4e5f.',
    'PuTTY-User-Key-File-2:',
    'Password\n',
    'Password\n\n',
    'api key\n\nabc',
    '| password ',
    '| password |\n',
    '| password |\n| a |\n',
    'reset/',
    '/reset/a1b2c3d4e5f6g7h8',
    '4111|',
    '4111,\n',
    '4111\n',
    '41111111 11111111',
    'SE45|',
    '**4',
    '\u00AD4',
    '４',
    '<br>',
    '| ',
  ])('a page of repeated %j is masked in linear time', async (piece) => {
  const mask = (length: number) => maskSecrets(piece.repeat(Math.ceil(length / piece.length)));
  // Faster growth already shows with little text, and would take minutes with more.
  expect(await timeGrowth(mask, 20_000)).toBeLessThan(LINEAR_GROWTH);
  expect(await timeGrowth(mask, 100_000)).toBeLessThan(LINEAR_GROWTH);
});

describe('secrets in a text to be translated', () => {
  const CARD = '4111 1111 1111 1111';

  test('are tags in the text that is sent, and are restored', () => {
    const hidden = hideSecrets(`Your card <1>${CARD}</1> was refused.`, '');
    expect(hidden?.text).toBe('Your card <1><1000/></1> was refused.');
    expect(hidden?.restore('Deine Karte <1><1000/></1> wurde abgelehnt.')).toBe(
      `Deine Karte <1>${CARD}</1> wurde abgelehnt.`,
    );
  });

  test('that begin another secret are distinguished from it', () => {
    const text = 'The old password: hunter2old. The new password: hunter2oldest';
    const hidden = hideSecrets(text, '');
    expect(hidden?.text).toBe('The old password: <1000/>. The new password: <1001/>');
    expect(hidden?.restore(hidden.text)).toBe(text);
  });

  test('that an answer has lost, or repeats, make it unusable', () => {
    const hidden = hideSecrets(`Your card ${CARD} was refused.`, '');
    expect(hidden?.restore('Deine Karte wurde abgelehnt.')).toBeNull();
    expect(hidden?.restore('<1000/> Deine Karte <1000/>')).toBeNull();
  });

  test('that inline elements divide are not sent at all', () => {
    expect(hideSecrets('Your card 4111 <1>1111</1> 1111 1111 was refused.', '')).toBeNull();
  });

  test('that the text before names are not sent', () => {
    expect(hideSecrets('swordfish', 'Password:')).toBeNull();
    expect(hideSecrets('swordfish', 'The fish of the day')?.text).toBe('swordfish');
  });

  test('that are one word of letters and digits are not sent', () => {
    expect(hideSecrets('x7Kd92mQ', '')).toBeNull();
    expect(hideSecrets('<1>x7Kd92mQ</1>', '')).toBeNull();
    expect(hideSecrets('The year 2026', '')).not.toBeNull();
  });
});

describe('a line that is truncated', () => {
  const LINE = 'Order of card 4111 1111 1111 1111 and of password: hunter2oldest, thanks';

  test('holds no part of a secret, wherever the cut is', () => {
    for (let length = 1; length <= LINE.length; length++) {
      const line = cutOutsideSecrets(LINE, length);
      expect(line.length).toBeLessThanOrEqual(length);
      expect(maskSecrets(line).text).not.toMatch(/1|hunter/);
    }
  });

  test('is as long as allowed where there is no secret', () => {
    expect(cutOutsideSecrets(LINE, 8)).toBe('Order o…');
    expect(cutOutsideSecrets(' Short\nenough ', 12)).toBe('Short enough');
  });
});
