import { expect } from 'vitest';
import { randomFrom } from '../../../scripts/random.ts';
import type { ModelEvent } from '../../contracts/model-client.ts';
import { ResponseDecoder } from '../../model-api/chat-completions/response/response-decoder.ts';
import type { ChunkReader } from '../../model-api/chat-completions/stream/chunk-reader.ts';
import { CallIds } from '../../model-api/tool-input/call-identity.ts';
import { QUIRK_TOOLS } from './quirk-response.ts';

const TARGET = { host: 'model.example', hostKind: 'public', hasKey: true, modelId: 'm' } as const;

/** The outcome of a reply, with adjacent deltas joined. */
export type NativeReply = { events: ModelEvent[]; end: ModelEvent | undefined; early: number };

/**
 * Reads the body of a reply with the real decoder and the reader of one interface: whole, one character at a time, and
 * cut at positions chosen by `seed`. All must give the same result.
 */
export function readNative(
  makeReader: () => ChunkReader,
  body: string,
  { seed = 1, isTruncated = false } = {},
): NativeReply {
  const whole = readPieces(makeReader(), [body], isTruncated);
  expect(readPieces(makeReader(), [...body], isTruncated).events).toEqual(whole.events);
  expect(readPieces(makeReader(), randomPieces(body, seed), isTruncated).events).toEqual(whole.events);
  return whole;
}

function readPieces(chunks: ChunkReader, pieces: readonly string[], isTruncated: boolean): NativeReply {
  const decoder = new ResponseDecoder(TARGET, QUIRK_TOOLS, new CallIds([]), { chunks });
  const events: ModelEvent[] = [];
  for (const piece of pieces) if (!decoder.isOver) events.push(...decoder.push(piece));
  const early = events.filter(({ type }) => type === 'tool-input-available').length;
  events.push(...decoder.end({ isTruncated }));
  return { events: joined(events), end: events.at(-1), early };
}

/** Cuts a text into pieces of up to 40 characters. The same seed gives the same pieces. */
function randomPieces(text: string, seed: number): string[] {
  const pieces: string[] = [];
  const random = randomFrom(seed);
  for (let at = 0; at < text.length; ) {
    const length = 1 + Math.floor(random() * 40);
    pieces.push(text.slice(at, at + length));
    at += length;
  }
  return pieces;
}

function joined(events: readonly ModelEvent[]): ModelEvent[] {
  const all: ModelEvent[] = [];
  for (const event of events) {
    const last = all.at(-1);
    const isSame =
      last?.type === event.type &&
      (!('toolCallId' in event) || ('toolCallId' in last && last.toolCallId === event.toolCallId));
    if (isSame && 'delta' in event && 'delta' in last)
      all[all.length - 1] = { ...last, delta: last.delta + event.delta };
    else all.push(event);
  }
  return all;
}

/** The text of a reply, its reasoning, and the inputs of its calls, or why a call cannot run. */
export function summarizeReply({ events }: NativeReply) {
  const deltas = (type: 'text-delta' | 'reasoning-delta') =>
    events.map((event) => (event.type === type ? event.delta : '')).join('');
  const calls = events.flatMap((event) => {
    if (event.type === 'tool-input-available') return [event.input];
    return event.type === 'tool-input-error' ? [event.code] : [];
  });
  const names = events.flatMap((event) => (event.type === 'tool-input-start' ? [event.toolName] : []));
  return { text: deltas('text-delta'), reasoning: deltas('reasoning-delta'), names, calls };
}
