import { describe, expect, test } from 'vitest';
import { linkRisk } from './link-risk.ts';

const risk = (address: string, ...received: string[]) => linkRisk(new URL(address), received);
const CODE = 'q7Zk2Lm9Xw4Rt8Vb3Np6Yh1C';

describe('an address that can carry hidden data is shown before it is opened', () => {
  test.each([
    ['a user name', 'https://maria@a.test/'],
    ['a password', 'https://:pw@a.test/'],
    ['a query of 33 characters', `https://a.test/?${'a'.repeat(32)}`],
    ['a fragment of 33 characters', `https://a.test/#${'a'.repeat(32)}`],
    ['a query and a fragment that are long together', `https://a.test/?${'a'.repeat(16)}#${'b'.repeat(16)}`],
    ['a path and a query that are long together', `https://a.test/${'a'.repeat(21)}?${'b'.repeat(19)}`],
    ['a segment of 41 characters', `https://a.test/${'a'.repeat(41)}`],
    ['many short segments', `https://a.test/${'ab/'.repeat(14)}`],
    ['a label of 20 characters before the site', `https://${'a'.repeat(20)}.a.test/`],
    [
      'labels of 41 characters before the site',
      `https://${'a'.repeat(13)}.${'b'.repeat(13)}.${'c'.repeat(13)}.a.test/`,
    ],
    ['a label of letters and digits', 'https://q7zk2lm9xw.a.test/'],
    ['an IPv6 address as host', 'https://[2a01:4f8:dead:beef:1234:5678:9abc:def0]/'],
    ['a domain of letters and digits', 'https://a1b2c3d4e5f6a7b8.ws/'],
    ['a domain of 32 characters', `https://${'ab-'.repeat(10)}ab.ws/`],
    ['a port, with a path of 36 characters', `https://a.test:54321/${'a'.repeat(36)}`],
    ['a label in other letters', `https://${'ж'.repeat(20)}.a.test/`],
    ['a long text in a mail', `mailto:a@a.test?body=${'a'.repeat(30)}`],
    ['an encoded segment', `https://a.test/x/${CODE}`],
    ['an encoded query', `https://a.test/?${CODE}`],
    ['an encoded segment whose only digit comes last', 'https://a.test/ABCDEFGHIJKLMNOPQRSTUVWXYZ9'],
    ['an encoded segment whose only letter comes last', 'https://a.test/123456789012345678901234567a'],
  ])('%s', (_what, address) => {
    expect(risk(address)).toBe('long');
  });

  test.each([
    ['a query of 32 characters', `https://a.test/?${'a'.repeat(31)}`],
    ['a segment of 40 characters', `https://a.test/${'a'.repeat(40)}`],
    ['a label of 19 characters before the site', `https://${'a'.repeat(19)}.a.test/`],
    ['a domain of 31 characters', `https://${'ab-'.repeat(10)}a.ws/`],
    ['a domain of 15 letters and digits', 'https://a1b2c3d4e5f6a7b.ws/'],
    ['www before the site', `https://www.a.test/${'a'.repeat(40)}`],
    ['an address of a mail', 'mailto:maria@a.test'],
    ['a long word of letters alone', 'https://a.test/donaudampfschifffahrtsgesellschaft'],
    ['a long number', 'https://a.test/123456789012345678901234'],
    ['23 encoded characters', `https://a.test/${CODE.slice(1)}`],
  ])('unless it has only %s', (_what, address) => {
    expect(risk(address)).toBeNull();
  });
});

describe('an address that contains a part of what the chat has read is shown before it is opened', () => {
  test.each([
    ['a word with digits', 'https://a.test/x/ab12cd', 'Your ticket is AB12CD.'],
    ['a word with digits in the query', 'https://a.test/?t=ab12cd', 'ab12cd'],
    ['a number of six digits', 'https://a.test/482913', 'The code is 482913.'],
    ['three words in a row', 'https://a.test/the-quiet-harbour', 'In the quiet harbour lay a boat.'],
    ['three words joined by plus signs', 'https://a.test/?q=the+quiet+harbour', 'the quiet harbour'],
    ['three words that have other signs between them', 'https://a.test/the-quiet-harbour', 'the-quiet: "harbour"'],
    ['three encoded words', 'https://a.test/the%20quiet%20harbour', 'the quiet harbour'],
    ['a label before the site', 'https://ab12cd.a.test/', 'ab12cd'],
    ['one of two words with digits', 'https://a.test/ab12cd/ef34gh', 'ef34gh'],
    ['three words of twelve characters in all', 'https://a.test/abc-def-ghij', 'abc def ghij'],
  ])('%s', (_what, address, text) => {
    expect(risk(address)).toBeNull();
    expect(risk(address, 'Something else.')).toBeNull();
    expect(risk(address, 'Something else.', text)).toBe('repeats-chat');
  });

  test.each([
    ['a word without digits', 'https://a.test/harbour', 'harbour'],
    ['a word of five characters', 'https://a.test/ab12c', 'ab12c'],
    ['a number of five digits', 'https://a.test/48291', '48291'],
    ['three short words', 'https://a.test/a-b-c', 'a b c'],
    ['two words', 'https://a.test/quiet-harbour', 'quiet harbour'],
    ['two words after a sign', 'https://a.test/?quietly+harbour', 'the quietly harbour'],
    ['the site itself', 'https://ab12cd.test/', 'ab12cd'],
    ['other words', 'https://a.test/the-quiet-harbour', 'the loud harbour'],
  ])('but not %s', (_what, address, text) => {
    expect(risk(address, text)).toBeNull();
  });

  test('unless the chat has read the whole address', () => {
    const long = `https://a.test/${'path/'.repeat(20)}`;
    expect(risk(long, `See ${long}.`)).toBeNull();
    expect(risk(long, `See ${long}more/`)).toBe('long');
    expect(risk(long, `See ${long}more/ and <${long}>`)).toBeNull();
    const address = 'https://a.test/the-quiet-harbour';
    expect(risk(address, 'the quiet harbour', `See ${address}.`)).toBeNull();
  });

  test('even if it is not validly encoded', () => {
    expect(risk('https://a.test/%E0%A4%A/ab12cd', 'ab12cd')).toBe('repeats-chat');
    expect(risk('https://a.test/%E0ab12cd', 'e0ab12cd')).toBe('repeats-chat');
  });
});

describe('thousands of links beside a long text', () => {
  const words = Array.from({ length: 60_000 }, (_, at) => `tides harbor ${at}`).join(' ');
  const answer = (links: number) => {
    const received = [words];
    const risks = Array.from({ length: links }, (_, at) =>
      linkRisk(new URL(`https://a.test/tides-harbor-moon${at}`), received),
    );
    return risks;
  };

  test('beyond a limit of searches, addresses that could repeat something are risky', () => {
    const risks = answer(1_000);
    expect(risks.slice(0, 50)).toEqual(Array.from({ length: 50 }, () => null));
    expect(risks.at(-1)).toBe('repeats-chat');
  });

  test('addresses that can carry nothing are compared with nothing', () => {
    const received = [words];
    const risks = Array.from({ length: 5_000 }, (_, at) => linkRisk(new URL(`https://a.test/${at}`), received));
    expect(risks.every((each) => each === null)).toBe(true);
    expect(linkRisk(new URL('https://a.test/tides-harbor-moon'), received)).toBeNull();
  });
});

describe('an address of this computer or the own network is shown before it is opened', () => {
  const asked = new Set(['192.168.1.5', 'localhost:3000']);
  test.each([
    'http://192.168.1.1/cgi-bin/reboot',
    'http://127.0.0.1:8080/shutdown',
    'http://[::1]/x',
    'http://2130706433/x',
    'http://fritz.box/?reboot',
    'http://192.168.1.1/#/reboot',
    'http://router/x',
    'http://nas.homenet/x',
  ])('%s, also if a page that was read names it', (address) => {
    expect(linkRisk(new URL(address), [address], asked)).toBe('own-network');
  });

  test.each([
    ['the chat is about its host', 'http://192.168.1.5/wiki/Tides'],
    ['the user wrote its host', 'http://localhost:3000/users'],
    ['it names nothing but the host', 'http://127.0.0.1:5173/'],
  ])('but not if %s', (_why, address) => {
    expect(linkRisk(new URL(address), [], asked)).toBeNull();
  });
});
