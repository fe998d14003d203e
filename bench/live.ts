import { parsePartialJson } from 'ai';
import { jsonrepair } from 'jsonrepair';
import { parse } from 'partial-json';
import { type Contender, exponent, measure, ratio, type Times } from './measure.ts';
import { pieces } from './replies.ts';
import { printTimes, type Verdict } from './report.ts';

/** Parses JSON that arrives in pieces; its value so far can be read at any time. */
export interface LiveReader {
  push(text: string): void;
  readonly value: unknown;
}

const SIZES = [
  { name: '10 KB', size: 10_000 },
  { name: '100 KB', size: 100_000 },
  { name: '1 MB', size: 1_000_000 },
];

/** Peers parse the whole text again with every piece, which is quadratic and takes minutes at 100 KB. */
const PEERS_UP_TO = 10_000;

const PEER_ROUNDS = 5;
/** The two sizes whose cost per character is compared, in turns: each processes a megabyte per round. */
const [SMALL, LARGE] = [10_000, 1_000_000];
const ROUNDS = 21;

/**
 * The value of arguments while they arrive, measuring only the parser: goal 2. `create`: Sidenote's parser, or null to
 * measure only peers.
 */
export async function benchLive(create: (() => LiveReader) | null): Promise<Verdict[]> {
  const measured: { size: number; times: Times }[] = [];
  for (const { name, size } of SIZES) {
    const parts = pieces(JSON.stringify({ text: 'The moon pulls at the sea. '.repeat(size / 27) }), 4);
    const ours: Contender[] = create ? [{ name: 'Sidenote', run: () => readLive(create(), parts) }] : [];
    const peers: Contender[] = [
      { name: 'partial-json', run: () => reparse(parts, parse) },
      { name: 'ai, parsePartialJson', run: () => reparse(parts, parsePartialJson) },
      { name: 'jsonrepair', run: () => reparse(parts, (text) => JSON.parse(jsonrepair(text))), rounds: 1 },
    ];
    const times = await measure(
      [
        {
          name: 'floor (concatenate, parse once)',
          run: () => JSON.parse(parts.reduce((text, part) => text + part, '')),
        },
        ...ours,
        ...(size <= PEERS_UP_TO ? peers : []),
      ],
      PEER_ROUNDS,
    );
    printTimes(`Live value of arguments, parser alone, ${name}, 4 characters a piece`, parts.length, 'piece', times);
    measured.push({ size, times });
  }
  return create === null ? [] : [growth(measured), await perCharacter(create)];
}

function growth(measured: readonly { size: number; times: Times }[]): Verdict {
  const points = measured.map(({ size, times }) => ({ size, ms: times.get('Sidenote') ?? Number.NaN }));
  const [small, large] = [points[0], points.at(-1)];
  const value = small && large ? exponent(small, large) : Number.NaN;
  return { goal: 2, what: 'growth of live values from 10 KB to 1 MB', value, side: 'at most', bound: 1.1 };
}

/** The cost per character in a long text relative to a short one, for the same total amount of text. */
async function perCharacter(create: () => LiveReader): Promise<Verdict> {
  const work = (size: number, times: number): Contender => {
    const parts = pieces(JSON.stringify({ text: 'The moon pulls at the sea. '.repeat(size / 27) }), 4);
    const run = () => {
      for (let n = 0; n < times; n++) readLive(create(), parts);
    };
    return { name: String(size), run };
  };
  const times = await measure([work(SMALL, LARGE / SMALL), work(LARGE, 1)], ROUNDS);
  const value = ratio(times, String(LARGE), String(SMALL));
  return { goal: 2, what: 'times the cost of a character, 1 MB to 10 KB', value, side: 'at most', bound: 1.5 };
}

function readLive(reader: LiveReader, parts: readonly string[]): unknown {
  let value: unknown;
  for (const part of parts) {
    reader.push(part);
    value = reader.value;
  }
  return value;
}

async function reparse(parts: readonly string[], parseSoFar: (text: string) => unknown): Promise<unknown> {
  let text = '';
  let value: unknown;
  for (const part of parts) {
    text += part;
    value = await parseSoFar(text);
  }
  return value;
}
