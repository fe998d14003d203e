import type { ThreadEvent } from '../../lib/contracts/event.ts';
import type { ExportedThread } from '../../lib/storage/export-format.ts';
import { randomFrom } from '../random.ts';

/** Words of a question and of an answer. */
const QUESTION = 12;
const ANSWER = 60;

const VOCABULARY = 30_000;
const SYLLABLES = 'ba co di fe gu ha ki lo mu ne po ra si tu vo we xa yi zo qua'.split(' ');

/** The word with this rank. Smaller ranks are more common. */
export function wordAt(rank: number): string {
  let rest = rank;
  let word = '';
  do {
    word += SYLLABLES[rest % SYLLABLES.length];
    rest = Math.floor(rest / SYLLABLES.length);
  } while (rest > 0 || word.length < 4);
  return word;
}

/** Words with a natural distribution: few are frequent, most are rare (Zipf's law). */
export function sentence(random: () => number, length: number): string {
  const words = Array.from({ length }, () => wordAt(Math.floor(VOCABULARY ** random()) - 1));
  return `${words.join(' ')}.`;
}

/** A sentence of `length` words. The same number gives the same sentence. */
export function generateSentence(n: number, length: number): string {
  return sentence(randomFrom(n + 1), length);
}

/** Chat number `n`, with this many messages. A higher number is a newer chat. */
export function bigThread(n: number, messages: number): ExportedThread {
  const random = randomFrom(n + 1);
  const createdAt = Date.parse('2025-01-01T00:00:00Z') + n * 60_000;
  const events: ExportedThread['events'] = [];
  const say = (event: ThreadEvent) => events.push({ seq: events.length + 1, at: createdAt + events.length, event });
  for (let index = 0; index < messages / 2; index++) {
    const messageId = `m${index}`;
    const runId = `r${index}`;
    say({ type: 'user-message', messageId, content: `Chat ${n}: ${sentence(random, QUESTION)}` });
    const model = { endpointId: 'practice', modelId: 'practice' };
    say({ type: 'run-start', runId, messageId, model, tabId: null, page: null, maxSteps: 12 });
    say({ type: 'step-start', stepId: `${runId}:0`, toolMode: 'native' });
    say({ type: 'text-delta', delta: sentence(random, ANSWER) });
    say({ type: 'step-end', finishReason: 'stop' });
    say({ type: 'run-end', outcome: { type: 'complete' }, stats: { ms: 900, steps: 1, toolCalls: 0 } });
  }
  const last = events.at(-1)?.at ?? createdAt;
  return { threadId: `big-${n}`, title: `Chat ${n}`, createdAt, updatedAt: last, events };
}
