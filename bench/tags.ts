import { hermesProtocol, type ParserPart, qwen3CoderProtocol } from '@ai-sdk-tool/parser';
import * as z from 'zod';
import type { ModelEvent } from '../lib/contracts/model-client.ts';
import { type Contender, measure, ratio } from './measure.ts';
import { pieces } from './replies.ts';
import { printTimes, type Verdict } from './report.ts';
import { CLOSING, callText, createTextReader, OPENING } from './text-calls.ts';

const TOOLS = [{ name: 'write', description: '', inputSchema: z.strictObject({ text: z.string() }) }];
const PEER_TOOLS = [
  {
    type: 'function',
    name: 'write',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  },
];

/** Characters per piece, about the size of a token. */
const PIECE = 4;
const SENTENCE = 'The tide <b>rises</b> and falls; a < b, and { is no call.\n';

/** In the first rounds, of 10 to 40 ms each, the code is still being compiled. */
const ROUNDS = 20;

/** The same text with Sidenote's calls and in each peer's format. `bound`: the goal, as a multiple of the floor. */
type Work = { title: string; calls: number; bound: number; write: (call: (text: string) => string) => string };

const PROSE: Work = { title: 'Prose with markup, 1 MB', calls: 0, bound: 2, write: () => SENTENCE.repeat(17_500) };
const MANY: Work = {
  title: 'Many calls, 1 MB',
  calls: 4_000,
  bound: 2,
  write: (call) => `${SENTENCE.repeat(3)}${call('The moon pulls.')}\n`.repeat(4_000),
};
const ONE: Work = {
  title: 'One call of 100 KB',
  calls: 1,
  bound: 4,
  write: (call) => `${SENTENCE}${call('The moon pulls at the sea. '.repeat(3_700))}\n`,
};

/** Calls written as text: goal 3. */
export async function benchTags(): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const work of [PROSE, MANY, ONE]) {
    const parts = pieces(
      work.write((text) => callText(JSON.stringify({ text }))),
      PIECE,
    );
    const times = await measure(
      [
        { name: 'floor', run: () => expectCalls(work, floor(parts)) },
        { name: 'Sidenote', run: () => expectCalls(work, countCalls(parts)) },
        ...peersFor(work),
      ],
      ROUNDS,
    );
    printTimes(`${work.title}, ${PIECE} characters a piece`, parts.length, 'piece', times);
    const what = `times the floor: ${work.title}`;
    verdicts.push({ goal: 3, what, value: ratio(times, 'Sidenote', 'floor'), side: 'at most', bound: work.bound });
    if (work === PROSE) continue;
    verdicts.push({
      goal: 3,
      what: `times less than hermes of @ai-sdk-tool/parser: ${work.title}`,
      value: ratio(times, 'parser, hermes', 'Sidenote'),
      side: 'at least',
      bound: work === MANY ? 5 : 100,
    });
  }
  const text = MANY.write((value) => callText(JSON.stringify({ text: value }))).slice(0, 50_000);
  const readings = [1, 3, 16, 1_000, text.length].map((size) => JSON.stringify(merged(ours(pieces(text, size)))));
  const different = new Set(readings).size - 1;
  return [...verdicts, { goal: 3, what: 'splits that change the result', value: different, side: 'at most', bound: 0 }];
}

/**
 * Searches for the opening marker, collects up to the closing one, and parses. Linear. Supports one dialect and no
 * quirks.
 */
function floor(parts: readonly string[]): number {
  let held = '';
  let tail = '';
  let calls = 0;
  let isInside = false;
  for (const part of parts) {
    held += part;
    const marker = isInside ? CLOSING : OPENING;
    const window = tail + part;
    const at = window.indexOf(marker);
    tail = window.slice(1 - marker.length);
    if (at < 0) {
      if (!isInside) held = tail;
      continue;
    }
    const end = held.length - window.length + at;
    if (isInside && JSON.parse(held.slice(0, end))) calls++;
    held = held.slice(end + marker.length);
    tail = held;
    isInside = !isInside;
  }
  return calls;
}

function ours(parts: readonly string[]): ModelEvent[] {
  const reader = createTextReader(TOOLS);
  return [...parts.flatMap((part) => reader.push(part)), ...reader.end({ isTruncated: false })];
}

function peersFor(work: Work): Contender[] {
  const hermes = (text: string) => `<tool_call>${JSON.stringify({ name: 'write', arguments: { text } })}</tool_call>`;
  const qwen = (text: string) =>
    `<tool_call>\n<function=write>\n<parameter=text>\n${text}\n</parameter>\n</function>\n</tool_call>`;
  return [
    { name: 'parser, hermes', run: () => peer(hermesProtocol(), work, hermes), rounds: 1 },
    // Quadratic in the length of a call, like hermes, and takes 15 seconds.
    ...(work === ONE ? [] : [{ name: 'parser, qwen', run: () => peer(qwen3CoderProtocol(), work, qwen), rounds: 1 }]),
  ];
}

type Protocol = ReturnType<typeof hermesProtocol>;

async function peer(protocol: Protocol, work: Work, write: (text: string) => string): Promise<void> {
  const deltas = pieces(work.write(write), PIECE).map((delta) => ({ type: 'text-delta', id: 't', delta }));
  const parts: ParserPart[] = [
    { type: 'text-start', id: 't' },
    ...deltas,
    { type: 'text-end', id: 't' },
    { type: 'finish', finishReason: { unified: 'stop' }, usage: {} },
  ];
  const stream = new ReadableStream<ParserPart>({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
  const reader = stream.pipeThrough(protocol.createStreamParser({ tools: PEER_TOOLS })).getReader();
  let calls = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (value.type === 'tool-call') calls++;
  }
  expectCalls(work, calls);
}

/** As in the client, the text is passed on, not collected. */
function countCalls(parts: readonly string[]): number {
  const reader = createTextReader(TOOLS);
  let calls = 0;
  const count = (events: readonly ModelEvent[]) => {
    for (const event of events) if (event.type === 'tool-input-available') calls++;
  };
  for (const part of parts) count(reader.push(part));
  count(reader.end({ isTruncated: false }));
  return calls;
}

function expectCalls({ title, calls }: Work, found: number): void {
  if (found !== calls) throw new Error(`${title}: ${found} calls were found, not ${calls}.`);
}

/** Joins adjacent deltas, so that the result does not depend on the pieces. */
function merged(events: readonly ModelEvent[]): ModelEvent[] {
  const joined: ModelEvent[] = [];
  for (const event of events) {
    const last = joined.at(-1);
    if (event.type === 'text-delta' && last?.type === 'text-delta') {
      joined[joined.length - 1] = { ...last, delta: last.delta + event.delta };
    } else if (event.type === 'tool-input-delta' && last?.type === 'tool-input-delta') {
      joined[joined.length - 1] = { ...last, delta: last.delta + event.delta };
    } else joined.push(event);
  }
  return joined;
}
