import { measure, ratio } from './measure.ts';
import {
  readByHand,
  readWithAiSdk,
  readWithDecoder,
  readWithOpenAi,
  readWithOpenAiHelper,
  readWithSidenote,
} from './readers.ts';
import { serving, textReply } from './replies.ts';
import { printTimes, type Verdict } from './report.ts';

/** Number of rounds by number of chunks. In the first rounds of the short ones, the code is still being compiled. */
const ROUNDS: ReadonlyMap<number, number> = new Map([
  [1_000, 20],
  [10_000, 15],
  [100_000, 3],
]);

/** Text replies, one chunk per read: goal 1. */
export async function benchStreams(): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const [count, rounds] of ROUNDS) {
    const fetch = serving(textReply(count));
    const times = await measure(
      [
        { name: 'floor', run: () => collect((say) => readByHand(fetch, (c) => say(c.choices[0].delta.content))) },
        {
          name: 'Sidenote',
          run: () => collect((say) => readWithSidenote(fetch, [], (e) => e.type === 'text-delta' && say(e.delta))),
        },
        {
          name: 'Sidenote, decoder alone',
          run: () => collect((say) => readWithDecoder(fetch, [], (e) => e.type === 'text-delta' && say(e.delta))),
        },
        {
          name: 'openai, for await',
          run: () => collect((say) => readWithOpenAi(fetch, (c) => say(c.choices[0]?.delta.content))),
        },
        { name: 'openai, .stream()', run: () => readWithOpenAiHelper(fetch, []) },
        {
          name: 'ai, fullStream',
          run: () => readWithAiSdk(fetch, {}, () => undefined),
          // Each round takes seconds.
          ...(count > 10_000 ? { rounds: 1 } : {}),
        },
      ],
      rounds,
    );
    printTimes(`Text, ${count.toLocaleString('en')} chunks, one a read`, count, 'chunk', times);
    if (count < 10_000) continue;
    const at = `at ${count.toLocaleString('en')} chunks`;
    const ours = 'Sidenote';
    verdicts.push(
      { goal: 1, what: `times the floor ${at}`, value: ratio(times, ours, 'floor'), side: 'at most', bound: 1.25 },
      {
        goal: 1,
        what: `times less than openai for await ${at}`,
        value: ratio(times, 'openai, for await', ours),
        side: 'at least',
        bound: 1.5,
      },
      {
        goal: 1,
        what: `times less than ai fullStream ${at}`,
        value: ratio(times, 'ai, fullStream', ours),
        side: 'at least',
        bound: 8,
      },
    );
  }
  return verdicts;
}

/** Every contender assembles the text. One without text has not done the job. */
async function collect(read: (say: (text: string | null | undefined) => void) => Promise<void>): Promise<void> {
  let length = 0;
  await read((text) => {
    length += text?.length ?? 0;
  });
  if (length === 0) throw new Error('Nothing was read.');
}
