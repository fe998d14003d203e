import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { SECRET_SAMPLES } from '../testing/security/secret-samples.ts';
import { hideSecrets, maskSecrets } from './mask-secrets.ts';

/** Any piece of a secret that could be put to use: its words, or half of it. */
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

/** What saved pages say, as Markdown or text. */
function savedTexts(): string[] {
  const read = (folder: string) =>
    readdirSync(path.join(PAGES, folder)).map((file) => readFileSync(path.join(PAGES, folder, file), 'utf8'));
  const mainContents = read('wcxb/ground-truth').map((json) => JSON.parse(json).ground_truth.main_content as string);
  return [...read('defuddle/expected'), ...mainContents];
}

const hasPages = existsSync(PAGES);
if (!hasPages) test('skipped: no corpus of saved pages', ({ skip }) => skip());

test.runIf(hasPages)('of a hundred saved pages at most one loses a word for nothing', () => {
  const texts = savedTexts();
  const touched = texts.flatMap((text) => (maskSecrets(text).masked.length > 0 ? [text.slice(0, 80)] : []));
  expect(texts.length).toBeGreaterThan(200);
  expect(touched.length / texts.length, touched.join('\n')).toBeLessThanOrEqual(0.01);
});

test.each([
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
  '| ',
])('a page of repeated %j takes no longer than others', (piece) => {
  const text = piece.repeat(Math.ceil(200_000 / piece.length));
  const before = performance.now();
  maskSecrets(text);
  expect(performance.now() - before).toBeLessThan(2_000);
});

describe('secrets in a text that is translated', () => {
  const CARD = '4111 1111 1111 1111';

  test('are tags in what is sent, and come back', () => {
    const hidden = hideSecrets(`Your card <1>${CARD}</1> was refused.`, '');
    expect(hidden?.text).toBe('Your card <1><1000/></1> was refused.');
    expect(hidden?.restore('Deine Karte <1><1000/></1> wurde abgelehnt.')).toBe(
      `Deine Karte <1>${CARD}</1> wurde abgelehnt.`,
    );
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
