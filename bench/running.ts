import { median } from '../scripts/median.ts';
import { type BenchTool, runSidenote } from './engine.ts';
import { measure, ratio } from './measure.ts';
import { runAiSdk, runOpenAi } from './peer-engines.ts';
import { callDeltas, eventStream, reply, textReply } from './replies.ts';
import { printTimes, type Verdict } from './report.ts';

type Engine = { name: string; run: (fetch: typeof globalThis.fetch, tools: readonly BenchTool[]) => Promise<unknown> };

const ENGINES: readonly Engine[] = [
  { name: 'Sidenote', run: runSidenote },
  { name: 'openai, runTools', run: runOpenAi },
  { name: 'ai, streamText', run: runAiSdk },
];

const RUNS = 100;
/** In the first rounds, the code is still being compiled. */
const ROUNDS = 10;
const STREAM_MS = 2_000;
const TOOL_MS = 2_000;

/** Runs with tools: goals 4 and 5. */
export async function benchRunning(): Promise<Verdict[]> {
  return [...(await benchStart()), ...(await benchUnsafe()), ...(await benchParallel()), ...(await benchMany())];
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A server that first calls tools with these frames, and answers in text once it has a result. */
function createToolCallFetch(calling: () => AsyncIterable<string>): typeof fetch {
  const encoder = new TextEncoder();
  return async (_url, init) => {
    const hasResult = String(init?.body).includes('"role":"tool"');
    const frames = hasResult ? instantly(textReply(50)) : calling();
    const iterator = frames[Symbol.asyncIterator]();
    return eventStream(async () => {
      const { done, value } = await iterator.next();
      return done ? null : encoder.encode(value);
    });
  };
}

async function* instantly(frames: readonly string[]): AsyncGenerator<string> {
  yield* frames;
}

const callTo = (...names: string[]) =>
  callDeltas(
    names.map((name) => ({ id: `call_${name}`, name, argumentsText: '{"text":"The moon"}' })),
    4,
  );

/** Measures when a tool starts whose call is complete at the start of a stream of two seconds. */
async function benchStart(): Promise<Verdict[]> {
  const started = new Map<string, number[]>(ENGINES.map(({ name }) => [name, []]));
  for (let round = 0; round < 5; round++) {
    for (const { name, run } of ENGINES) {
      let completeAt = 0;
      const fetch = createToolCallFetch(async function* () {
        const frames = reply(callTo('a'), 'tool_calls');
        yield* frames.slice(0, -3);
        completeAt = performance.now();
        yield* frames.slice(-3, -2);
        const talk = reply(
          Array.from({ length: 20 }, () => ({ content: 'and so on ' })),
          'tool_calls',
        );
        for (const frame of talk.slice(0, 20)) {
          await wait(STREAM_MS / 20);
          yield frame;
        }
        yield* frames.slice(-2);
      });
      const execute = async () => {
        started.get(name)?.push(performance.now() - completeAt);
        return 'done';
      };
      await run(fetch, [{ name: 'a', isReadOnly: true, execute }]);
    }
  }
  console.log(`\nStart of a tool whose call is complete at the start of a ${STREAM_MS} ms stream`);
  for (const [name, times] of started) console.log(`  ${name.padEnd(34)} ${median(times).toFixed(1).padStart(9)} ms`);
  const value = median(started.get('Sidenote') ?? []);
  return [{ goal: 4, what: 'milliseconds until the tool starts', value, side: 'at most', bound: 20 }];
}

/** Calls that must not start while their stream is running: cut off, not strict JSON, or with an effect. */
async function benchUnsafe(): Promise<Verdict[]> {
  const unsafe = [
    { argumentsText: '{"text":"The mo', isReadOnly: true, finishReason: 'length' },
    { argumentsText: "{text: 'The moon'}", isReadOnly: true, finishReason: 'tool_calls' },
    { argumentsText: '{"text":"The moon"}', isReadOnly: false, finishReason: 'tool_calls' },
  ];
  let early = 0;
  for (const { argumentsText, isReadOnly, finishReason } of unsafe) {
    let isStreaming = true;
    const fetch = createToolCallFetch(async function* () {
      const frames = reply(callDeltas([{ id: 'a', name: 'a', argumentsText }], 4), finishReason);
      yield* frames.slice(0, -2);
      await wait(100);
      isStreaming = false;
      yield* frames.slice(-2);
    });
    const execute = async () => {
      if (isStreaming) early++;
      return 'done';
    };
    await runSidenote(fetch, [{ name: 'a', isReadOnly, execute }]);
  }
  return [{ goal: 4, what: 'early starts of 3 unsafe calls', value: early, side: 'at most', bound: 0 }];
}

/** Three tools of two seconds in parallel. */
async function benchParallel(): Promise<Verdict[]> {
  const names = ['a', 'b', 'c'];
  const fetch = createToolCallFetch(() => instantly(reply(callTo(...names), 'tool_calls')));
  const times: number[] = [];
  const execute = async () => {
    times.push(performance.now());
    await wait(TOOL_MS);
    times.push(performance.now());
    return 'done';
  };
  await runSidenote(
    fetch,
    names.map((name) => ({ name, isReadOnly: true, execute })),
  );
  const value = (Math.max(...times) - Math.min(...times)) / TOOL_MS;
  return [{ goal: 5, what: 'three parallel tools, times one of them', value, side: 'at most', bound: 1.05 }];
}

/** Measures the cost of a run, with many runs of three tools each. */
async function benchMany(): Promise<Verdict[]> {
  const names = ['a', 'b', 'c'];
  const fetch = createToolCallFetch(() => instantly(reply(callTo(...names), 'tool_calls')));
  const tools = names.map((name) => ({ name, isReadOnly: true, execute: async () => 'done' }));
  const times = await measure(
    ENGINES.map(({ name, run }) => ({
      name,
      run: async () => {
        for (let count = 0; count < RUNS; count++) await run(fetch, tools);
      },
    })),
    ROUNDS,
  );
  printTimes(`${RUNS} runs with three tools each`, RUNS, 'run', times);
  return [
    {
      goal: 5,
      what: 'CPU of a run, times the cheapest peer',
      value: ratio(times, 'Sidenote', cheapest(times)),
      side: 'at most',
      bound: 1,
    },
    {
      goal: 5,
      what: 'times less CPU a run than ai',
      value: ratio(times, 'ai, streamText', 'Sidenote'),
      side: 'at least',
      bound: 3,
    },
  ];
}

function cheapest(times: ReadonlyMap<string, number>): string {
  const peers = [...times].filter(([name]) => name !== 'Sidenote').sort((a, b) => a[1] - b[1]);
  return peers[0]?.[0] ?? '';
}
