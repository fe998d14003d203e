import { expect } from 'vitest';
import * as z from 'zod';
import type { EventOf } from '../../contracts/event.ts';
import type { ModelEvent } from '../../contracts/model-client.ts';
import type { ToolDefinition } from '../../contracts/tool.ts';
import {
  ResponseDecoder,
  type ResponseDecoderOptions,
} from '../../model-api/chat-completions/response/response-decoder.ts';
import { CallIds } from '../../model-api/tool-input/call-identity.ts';
import { collectReply } from './collect-reply.ts';
import { chunk, sse } from './raw-server.ts';

const tool = (name: string, inputSchema: z.ZodType): ToolDefinition => ({ name, description: '', inputSchema });

/**
 * The tools offered in the tests of provider quirks: one with a required argument, one with an optional argument, and
 * one with a longer name.
 */
export const QUIRK_TOOLS: ToolDefinition[] = [
  tool('weather', z.strictObject({ city: z.string(), days: z.number().optional() })),
  tool('get_time', z.strictObject({ zone: z.string().optional() })),
  tool('get_time_zones', z.strictObject({ near: z.string() })),
];

/** A call as the tests see it: its name and its input, or the error. */
export type ReplyCall = [name: string, input: unknown];

export type DecodedReply = {
  events: ModelEvent[];
  text: string;
  reasoning: string;
  /** The calls that were not retracted, in the order in which they began. */
  calls: ReplyCall[];
  /** How many calls could run before the response had ended. */
  early: number;
  end: ModelEvent | undefined;
};

export const DONE = sse('[DONE]');

/** Reads a reply body with the real decoder, whole and one character at a time. Both must give the same events. */
export function readReply(
  body: string,
  options: ResponseDecoderOptions & { isTruncated?: boolean } = {},
): DecodedReply {
  const whole = readPieces([body], options);
  expect(readPieces([...body], options)).toEqual(whole);
  return whole;
}

/** Reads fragments, each as the `tool_calls` of one chunk, and then the end. */
export function readCalls(fragments: unknown[], finish: string | null = 'tool_calls'): DecodedReply {
  return readReply(fragments.map((tool_calls) => chunk({ tool_calls })).join('') + chunk({}, finish) + DONE);
}

export function readPieces(
  pieces: string[],
  options: ResponseDecoderOptions & { isTruncated?: boolean } = {},
): DecodedReply {
  const target = { host: 'model.example', hostKind: 'public', hasKey: true, modelId: 'm' } as const;
  const decoder = new ResponseDecoder(target, QUIRK_TOOLS, new CallIds([]), options);
  const events = pieces.flatMap((piece) => decoder.push(piece));
  const early = collectCalls(events).length;
  events.push(...decoder.end({ isTruncated: options.isTruncated === true }));
  const deltas = (type: 'text-delta' | 'reasoning-delta') =>
    events.map((event) => (event.type === type ? event.delta : '')).join('');
  return {
    events,
    text: deltas('text-delta'),
    reasoning: deltas('reasoning-delta'),
    calls: collectCalls(events),
    early,
    end: events.at(-1),
  };
}

/** The calls that have ended, with their input or error. */
function collectCalls(events: readonly ModelEvent[]): ReplyCall[] {
  return collectReply(events).calls.flatMap(({ name, input, error }): ReplyCall[] => {
    if (error !== undefined) return [[name, { error: error.text }]];
    return input === undefined ? [] : [[name, input]];
  });
}

/** The last event, which must be the end of the step. */
export function stepEnd(reply: DecodedReply): EventOf<'step-end'> {
  const { end } = reply;
  if (end?.type !== 'step-end') throw new Error(`The reply ended with ${end?.type}, not with step-end.`);
  return end;
}
