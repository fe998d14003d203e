import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { ModelEvent } from '../protocol/model-client.ts';
import { CallIds } from './call-ids.ts';
import { isJson } from './json-value.ts';
import { ReplyDecoder } from './reply-decoder.ts';

/** Recorded streams of real servers, kept beside the checkout where they are available. */
const CORPUS = path.resolve(import.meta.dirname, '../../../shared/corpus');

type Recorded = {
  id: string;
  raw: string;
  stream_errors: unknown[];
  features: string[];
  computed: { content: string | null; tool_calls: { name: string; arguments: unknown }[] | null };
};

function load<Item>(folder: string): Item[] {
  const files = readdirSync(path.join(CORPUS, folder)).filter((file) => file.endsWith('.json'));
  return files.map((file) => JSON.parse(readFileSync(path.join(CORPUS, folder, file), 'utf8')));
}

/** What a reply comes to, offered the tools it calls. */
function read(pieces: string[], toolNames: string[]) {
  const tools = [...new Set(toolNames)].map((name) => ({ name, description: '', inputSchema: z.looseObject({}) }));
  const target = { host: 'recorded', hostKind: 'public', hasKey: false, modelId: 'm' } as const;
  const decoder = new ReplyDecoder(target, tools, new CallIds([]));
  return summary([...pieces.flatMap((piece) => decoder.push(piece)), ...decoder.end()]);
}

function summary(events: ModelEvent[]) {
  const names = new Map<string, string>();
  const calls: { name: string | undefined; input: unknown }[] = [];
  let content = '';
  for (const event of events) {
    if (event.type === 'text-delta') content += event.delta;
    if (event.type === 'tool-input-start') names.set(event.toolCallId, event.toolName);
    if (event.type === 'tool-input-available') calls.push({ name: names.get(event.toolCallId), input: event.input });
    if (event.type === 'tool-input-error') calls.push({ name: names.get(event.toolCallId), input: event.errorText });
  }
  return { calls, content: squash(content), end: events.at(-1)?.type };
}

const squash = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim();

function value(args: unknown): unknown {
  if (typeof args !== 'string') return args ?? {};
  return args.trim() === '' ? {} : JSON.parse(args);
}

if (!existsSync(CORPUS)) {
  test('skipped: no corpus', ({ skip }) => skip());
} else {
  const streams = load<Recorded>('streams').filter(
    (each) => each.stream_errors.length === 0 && !each.features.includes('several-responses-concatenated'),
  );

  describe('recorded streams', () => {
    test.each(streams.map((each) => [each.id, each] as const))('%s', (_id, { raw, computed }) => {
      const wanted = computed.tool_calls ?? [];
      const names = wanted.map((call) => call.name);
      const whole = read([raw], names);
      expect(whole.calls).toEqual(wanted.map((call) => ({ name: call.name, input: value(call.arguments) })));
      expect(whole.content).toBe(squash(computed.content));
      expect(whole.end).toBe('step-end');
      expect(read([...raw], names)).toEqual(whole);
      const cuts = fc.sample(fc.array(fc.integer({ min: 0, max: raw.length }), { maxLength: 40 }), {
        numRuns: 3,
        seed: 7,
      });
      for (const cut of cuts) {
        const at = [0, ...cut.sort((a, b) => a - b), raw.length];
        expect(
          read(
            at.map((start, index) => raw.slice(start, at[index + 1] ?? start)),
            names,
          ),
        ).toEqual(whole);
      }
    });
  });

  describe('plain JSON replies to a stream request', () => {
    const replies = load<{ id: string; body: string }>('json_replies');
    test.each(replies.map((each) => [each.id, each.body] as const))('%s', (_id, body) => {
      const message = messageOf(body);
      const wanted = message.tool_calls ?? [];
      const reply = read(
        [body],
        wanted.map((call) => call.function.name),
      );
      expect(reply.calls.map((call) => call.name)).toEqual(wanted.map((call) => call.function.name));
      expect(reply.calls.every((call) => isJson(call.input))).toBe(true);
      if (typeof message.content === 'string') expect(reply.content).toBe(squash(message.content));
      expect(reply.end).toBe('step-end');
    });
  });
}

function messageOf(body: string): { content?: unknown; tool_calls?: { function: { name: string } }[] } {
  return JSON.parse(body).choices[0].message;
}
