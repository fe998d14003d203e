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

function collectCalls(events: readonly ModelEvent[]): ReplyCall[] {
  const calls = new Map<string, ReplyCall>();
  for (const event of events) {
    if (event.type === 'tool-input-start') calls.set(event.toolCallId, [event.toolName, undefined]);
    else if (event.type === 'tool-input-retract') calls.delete(event.toolCallId);
    else if (event.type === 'tool-input-available') settle(calls, event.toolCallId, event.input);
    else if (event.type === 'tool-input-error') settle(calls, event.toolCallId, { error: event.errorText });
  }
  return [...calls.values()].filter(([, input]) => input !== undefined);
}

function settle(calls: Map<string, ReplyCall>, toolCallId: string, input: unknown): void {
  const call = calls.get(toolCallId);
  if (call) call[1] = input;
}

/** The last event, which must be the end of the step. */
export function stepEnd(reply: DecodedReply): EventOf<'step-end'> {
  const { end } = reply;
  if (end?.type !== 'step-end') throw new Error(`The reply ended with ${end?.type}, not with step-end.`);
  return end;
}
