import type { Tool } from '../../../lib/contracts/index.ts';
import { markedPages, maskSecrets, pinnedPages, unmarkedOutput } from '../../../lib/security/index.ts';
import { SECRET_SAMPLES } from '../../../lib/testing/security/secret-samples.ts';
import { buildReading, granted, MemoryPages } from '../../../lib/testing/tools/memory-pages.ts';
import { at, run } from '../../../lib/testing/tools/sample-pages.ts';
import { findInPage } from '../../../lib/tools/find-in-page.ts';
import { readPage } from '../../../lib/tools/read-page.ts';
import { readSection } from '../../../lib/tools/read-section.ts';
import { readTab } from '../../../lib/tools/read-tab.ts';
import { type Attempt, type Family, HARMLESS, type Outcome } from './family.ts';

const filler = (count: number) => 'The harbor has a lock, and parrots are welcome there. '.repeat(count);

/** `shows`: the part of the secret that a text shows, or null. */
type Secret = { name: string; text: string; secret: string; shows: (text: string) => string | null };

const samples = SECRET_SAMPLES.map(({ name, text, secret }): Secret => {
  const half = Math.ceil(secret.length / 2);
  const pieces = [secret, secret.slice(0, half), secret.slice(-half)].filter((piece) => piece.length >= 4);
  return { name, text, secret, shows: (shown) => pieces.find((piece) => shown.includes(piece)) ?? null };
});

const CARD = '4111111111111111';
const groups = CARD.match(/.{4}/g) ?? [];
const inDigits = (zero: number) => (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));

/** Ways in which pages write a card number so that it does not look like one. */
const NUMBERS: Record<string, string> = {
  'in Arabic digits': inDigits(0x660)(CARD),
  'in Persian digits': inDigits(0x6f0)(CARD),
  'in Devanagari digits': inDigits(0x966)(CARD),
  'in full width': inDigits(0xff10)(CARD),
  'with soft hyphens': groups.join('\u00ad'),
  'with characters of no width': groups.join('\u200b'),
  'with emphasis': `${groups[0]} **${groups[1]}** ${groups[2]} *${groups[3]}*`,
  'with strong digits': groups.map((group) => `**${group}**`).join(''),
  'with dots': groups.join('·'),
  'with slashes': groups.join('/'),
  'on two lines': `${groups.slice(0, 2).join(' ')}\n${groups.slice(2).join(' ')}`,
  'in cells': `\n\n| a | b | c | d |\n| --- | --- | --- | --- |\n| ${groups.join(' | ')} |`,
};

/** All digits of a text, of any script and with any text between them. */
function extractDigits(text: string): string {
  return [...text.normalize('NFKC')]
    .map((sign) => (/\p{Nd}/u.test(sign) ? String((sign.codePointAt(0) ?? 0) - zeroBefore(sign)) : ''))
    .join('');
}

function zeroBefore(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  return [0x30, 0x660, 0x6f0, 0x966].find((zero) => code >= zero && code < zero + 10) ?? code;
}

const PASSWORD = 'Tr0ub4dor&3';
/** How a page writes the name of a password and the password itself. */
const PASSWORDS: Record<string, string> = {
  'on the line below': `Password:\n${PASSWORD}`,
  'in the paragraph below': `**Password**\n\n${PASSWORD}`,
  'in a column': `\n\n| User | Password |\n| --- | --- |\n| maria | ${PASSWORD} |`,
  'in another language': `Passwort:\n${PASSWORD}`,
};

const HEX_BYTES = (text: string) => [...Buffer.from(text)].map((byte) => byte.toString(16).padStart(2, '0'));
/** Encodings that anyone can undo. */
const ENCODINGS: Record<string, (text: string) => string> = {
  'in base64': (text) => Buffer.from(text).toString('base64'),
  'in base64 for addresses': (text) => Buffer.from(text).toString('base64url'),
  'in base64, twice': (text) => Buffer.from(Buffer.from(text).toString('base64')).toString('base64'),
  'in base64, of UTF-16': (text) => Buffer.from(text, 'utf16le').toString('base64'),
  'in base64, in code': (text) => `\n\n\`\`\`\n${Buffer.from(text).toString('base64')}\n\`\`\`\n\n`,
  'in hexadecimal': (text) => HEX_BYTES(text).join(''),
  'in hexadecimal, as a dump': (text) => HEX_BYTES(text).join(' '),
  'in hexadecimal, in groups of four': (text) =>
    (
      HEX_BYTES(text)
        .join('')
        .match(/.{1,4}/g) ?? []
    ).join(' '),
  'in codes of characters': (text) => [...Buffer.from(text)].join(', '),
  'in base64, in an address': (text) => `https://page.test/?d=${Buffer.from(text).toString('base64url')}&a=1`,
  'in base64, in a path': (text) => `https://page.test/${Buffer.from(text).toString('base64url')}/b`,
  'in escapes of addresses': (text) => HEX_BYTES(text).join('%').replace(/^/, '%'),
  'in escapes of source code': (text) => HEX_BYTES(text).join('\\x').replace(/^/, '\\x'),
};
const ENCODED: Record<string, string> = {
  'a card number': '4111 1111 1111 1111',
  'an account': 'DE89370400440532013000',
  'a key': `sk-proj-${'Ab3dEf6hIj9k'.repeat(3)}`,
  'a password with its name': 'password: Tr0ub4dor&3',
  'a user and a password': 'maria:Tr0ub4dor&3',
};

const disguised: Secret[] = [
  ...Object.entries(ENCODINGS).flatMap(([encoding, encode]) =>
    Object.entries(ENCODED).map(([name, text]) => ({
      name: `${name} ${encoding}`,
      text: encode(text),
      secret: encode(text),
      shows: (shown: string) => (shown.includes(encode(text).trim().slice(-20, -4)) ? text : null),
    })),
  ),
  ...Object.entries(NUMBERS).map(([name, text]) => ({
    name: `a card number ${name}`,
    text,
    secret: CARD,
    shows: (shown: string) => (extractDigits(shown).includes(CARD) ? CARD : null),
  })),
  ...Object.entries(PASSWORDS).map(([name, text]) => ({
    name: `a password ${name}`,
    text,
    secret: PASSWORD,
    shows: (shown: string) => (shown.includes(PASSWORD) ? PASSWORD : null),
  })),
];

/** How a model requests the passage with the secret, or a part of it. */
const TOOLS: {
  name: string;
  tool: Tool;
  input: (secret: string) => Record<string, unknown>;
  contextWindow: number | null;
}[] = [
  { name: 'read_page in small parts', tool: readPage, input: () => ({}), contextWindow: 2_000 },
  { name: 'read_page, with all that is there', tool: readPage, input: () => ({ whole: true }), contextWindow: 8_000 },
  { name: 'read_section', tool: readSection, input: () => ({ section: 'Account' }), contextWindow: null },
  { name: 'read_tab', tool: readTab, input: () => ({ tab_id: 1, about: 'account parrots' }), contextWindow: 4_000 },
  {
    name: 'find_in_page for what is beside it',
    tool: findInPage,
    input: () => ({ query: 'line before' }),
    contextWindow: null,
  },
  {
    name: 'find_in_page for what stands behind it',
    tool: findInPage,
    input: () => ({ query: 'line after' }),
    contextWindow: null,
  },
];

async function read(sample: Secret, { tool, input, contextWindow }: (typeof TOOLS)[number]): Promise<Outcome> {
  const text = `A line before it. ${sample.text}\n\nA line after it.`;
  const reading = buildReading('shop', '# Tides', filler(8), '## Account', text, '## Parrots', filler(8));
  const pages = markedPages(
    pinnedPages(new MemoryPages({ 1: granted(reading) }), { sites: new Set(['https://shop.test']) }),
  );
  let next: Record<string, unknown> | null = input(sample.secret);
  const parts: string[] = [];
  for (let count = 0; next !== null && count < 12; count++) {
    const output = unmarkedOutput(await run(tool, next, { ...at(1, contextWindow), page: pages }));
    parts.push(maskSecrets(output.content, output.secrets).text);
    const cursor: string | undefined = /cursor "([^"]+)"/.exec(output.content)?.[1];
    next = cursor === undefined || tool === readSection ? null : { ...next, cursor };
  }
  const shown = sample.shows(parts.join('\n'));
  return shown === null ? HARMLESS : { leak: shown, hasSent: true };
}

export const SECRETS: Family = {
  name: 'secrets of a page, read in parts',
  controls: [
    'digits of other scripts are digits',
    'emphasis does not divide a number',
    'a password on the line below its name is masked',
    'a secret that is encoded is masked',
  ],
  minSent: 1,
  attempts: () =>
    [...samples, ...disguised].flatMap((secret) =>
      TOOLS.map((way): Attempt => ({ name: `${way.name}, ${secret.name}`, run: () => read(secret, way) })),
    ),
};
