import { parsePartialJson } from 'ai';
import * as z from 'zod';
import { LiveJson } from '../components/tools/live-json.ts';
import { exponent, measure, ratio, type Times } from './measure.ts';
import { readByHand, readWithAiSdk, readWithOpenAi, readWithOpenAiHelper, readWithSidenote } from './readers.ts';
import { type Call, callDeltas, reply, serving } from './replies.ts';
import { printTimes, type Verdict } from './report.ts';

const inputSchema = z.strictObject({ text: z.string() });
const DESCRIPTION = 'Writes text.';
const TOOLS = [{ name: 'write', description: DESCRIPTION, inputSchema }];
const AI_TOOLS = { write: { description: DESCRIPTION, inputSchema } };
const OPENAI_TOOLS = [
  {
    type: 'function' as const,
    function: {
      name: 'write',
      description: DESCRIPTION,
      parameters: { type: 'object', properties: { text: { type: 'string' } } },
    },
  },
];

/**
 * `piece`: characters of arguments per frame; 4 is about a token. A call has at most 256 KB, so a megabyte is four
 * calls.
 */
const SIZES = [
  { name: '10 KB', size: 10_000, piece: 4, calls: 1, rounds: 7 },
  { name: '100 KB', size: 100_000, piece: 4, calls: 1, rounds: 5 },
  { name: '1 MB in four calls', size: 1_000_000, piece: 4, calls: 4, rounds: 3 },
];

/**
 * Some peers are quadratic: openai's helper refuses calls with more fragments, and the AI SDK's live value takes
 * minutes.
 */
const PEERS_UP_TO = 100_000;

/** Arguments of calls, end to end: goal 2. */
export async function benchArguments(): Promise<Verdict[]> {
  const all: Times[] = [];
  for (const { name, size, piece, calls, rounds } of SIZES) {
    const fetch = serving(reply(callDeltas(buildCalls(size, calls), piece), 'tool_calls'));
    const isSmall = size <= PEERS_UP_TO;
    const times = await measure(
      [
        { name: 'floor', run: () => floor(fetch) },
        { name: 'Sidenote', run: () => ours(fetch, calls) },
        { name: 'Sidenote, live value', run: () => oursLive(fetch, calls) },
        { name: 'openai, for await', run: () => readWithOpenAi(fetch, () => undefined) },
        ...(isSmall ? [{ name: 'openai, .stream()', run: () => readWithOpenAiHelper(fetch, OPENAI_TOOLS) }] : []),
        { name: 'ai, no live value', run: () => readWithAiSdk(fetch, AI_TOOLS, () => undefined), rounds: 1 },
        ...(isSmall ? [{ name: 'ai, live value', run: () => aiLive(fetch), rounds: 1 }] : []),
      ],
      rounds,
    );
    printTimes(`Arguments, ${name}, ${piece} characters a chunk`, size / piece, 'chunk', times);
    all.push(times);
  }
  const [, middle] = all;
  if (middle === undefined) return [];
  const less = (peer: string, contender: string, bound: number): Verdict => ({
    goal: 2,
    what: `times less than ${peer} at 100 KB`,
    value: ratio(middle, peer, contender),
    side: 'at least',
    bound,
  });
  return [
    {
      goal: 2,
      what: 'times the floor at 100 KB',
      value: ratio(middle, 'Sidenote', 'floor'),
      side: 'at most',
      bound: 1.5,
    },
    less('openai, .stream()', 'Sidenote', 2),
    less('ai, live value', 'Sidenote, live value', 80),
    growth(all),
  ];
}

function growth(all: readonly Times[]): Verdict {
  const points = SIZES.map(({ size }, n) => ({ size, ms: all[n]?.get('Sidenote, live value') ?? Number.NaN }));
  const [small, large] = [points[0], points.at(-1)];
  const value = small && large ? exponent(small, large) : Number.NaN;
  return { goal: 2, what: 'growth end to end from 10 KB to 1 MB', value, side: 'at most', bound: 1.1 };
}

function buildCalls(size: number, count: number): Call[] {
  const argumentsText = JSON.stringify({ text: 'The moon pulls at the sea. '.repeat(size / count / 27) });
  return Array.from({ length: count }, (_, n) => ({ id: `call_${n}`, name: 'write', argumentsText }));
}

/** Concatenates, and parses once at the end. */
async function floor(fetch: typeof globalThis.fetch): Promise<void> {
  let text = '';
  await readByHand(fetch, ({ choices: [{ delta }] }) => {
    text += delta.tool_calls?.[0].function.arguments ?? '';
  });
  for (const whole of text.split('}{')) JSON.parse(`{${whole.replace(/^\{|\}$/g, '')}}`);
}

async function ours(fetch: typeof globalThis.fetch, calls: number): Promise<void> {
  let complete = 0;
  await readWithSidenote(fetch, TOOLS, (event) => {
    if (event.type === 'tool-input-available') complete++;
  });
  if (complete !== calls) throw new Error(`${complete} of ${calls} calls were complete.`);
}

/** As in the panel: every delta is passed to a live parser, and its value is read. */
async function oursLive(fetch: typeof globalThis.fetch, calls: number): Promise<void> {
  const live = new Map<string, LiveJson>();
  let length = 0;
  await readWithSidenote(fetch, TOOLS, (event) => {
    if (event.type === 'tool-input-start') live.set(event.toolCallId, new LiveJson());
    if (event.type !== 'tool-input-delta') return;
    const reader = live.get(event.toolCallId);
    reader?.push(event.delta);
    const value = reader?.value as { text?: string } | undefined;
    length = value?.text?.length ?? 0;
  });
  if (live.size !== calls || length === 0) throw new Error(`${live.size} of ${calls} calls were read live.`);
}

/** As in its user interface: the text so far is parsed again with every delta. */
async function aiLive(fetch: typeof globalThis.fetch): Promise<void> {
  let text = '';
  await readWithAiSdk(fetch, AI_TOOLS, async (part) => {
    if (part.type !== 'tool-input-delta') return;
    text += part.delta ?? '';
    await parsePartialJson(text);
  });
}
