import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { cut, offer, readBody } from '../../../../scripts/replay-case.ts';
import { readTextCase, type TextCase } from '../../../../scripts/replay-text-case.ts';

/** Recorded streams of real servers and texts from other projects' tests. Optional, beside the checkout. */
const CORPUS = path.resolve(import.meta.dirname, '../../../../../shared/corpus');

type Call = { name: string; arguments: unknown };
type Recorded = {
  id: string;
  raw: string;
  stream_errors: unknown[];
  features: string[];
  computed: { content: string | null; tool_calls: Call[] | null };
};
type Text = TextCase & { expected_calls: Call[] };

function load<Item>(folder: string): Item[] {
  const files = readdirSync(path.join(CORPUS, folder)).filter((file) => /\.jsonl?$/.test(file));
  return files.flatMap((file) => {
    const text = readFileSync(path.join(CORPUS, folder, file), 'utf8');
    return file.endsWith('.json')
      ? [JSON.parse(text)]
      : text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line));
  });
}

const squash = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim();
const named = (calls: readonly Call[]) => [...new Set(calls.map((call) => call.name))].map((name) => offer(name));

function value(args: unknown): unknown {
  if (typeof args !== 'string') return args ?? {};
  try {
    return args.trim() === '' ? {} : JSON.parse(args);
  } catch {
    return args;
  }
}

const values = (calls: readonly Call[]) => calls.map((call) => ({ name: call.name, arguments: value(call.arguments) }));

/** Tags of cases whose expectation is one engine's policy for broken text, or no call at all. */
const EDGE = /malformed-or-edge|stream-only|args-not-object|args-not-json|raw-tool-text|no-eos-flush|^disagrees/;

/** Minimum share of calls that must agree. docs/dialects.md explains the others. */
const FLOORS = { clean: 0.97, edge: 0.77 };

if (!existsSync(CORPUS)) {
  test('skipped: no corpus', ({ skip }) => skip());
} else {
  const streams = load<Recorded>('streams').filter(
    (each) => each.stream_errors.length === 0 && !each.features.includes('several-responses-concatenated'),
  );

  describe('recorded streams', () => {
    test.each(streams.map((each) => [each.id, each] as const))('%s', (_id, { raw, computed }) => {
      const wanted = computed.tool_calls ?? [];
      const whole = readBody([raw], named(wanted));
      expect(values(whole.calls)).toEqual(values(wanted));
      expect(squash(whole.content)).toBe(squash(computed.content));
      expect(whole.error).toBeNull();
      for (const chunking of ['char', 'random:1', 'random:2', 'random:3']) {
        expect(readBody(cut(raw, chunking), named(wanted))).toEqual(whole);
      }
    });
  });

  describe('plain JSON replies to a stream request', () => {
    const replies = load<{ id: string; body: string }>('json_replies');
    test.each(replies.map((each) => [each.id, each.body] as const))('%s', (_id, body) => {
      const message = JSON.parse(body).choices[0].message;
      const wanted: { function: Call }[] = message.tool_calls ?? [];
      const reply = readBody([body], named(wanted.map((call) => call.function)));
      expect(values(reply.calls)).toEqual(values(wanted.map((call) => call.function)));
      if (typeof message.content === 'string') expect(squash(reply.content)).toBe(squash(message.content));
      expect(reply.error).toBeNull();
    });
  });

  describe('texts of other projects', () => {
    const texts = load<Text>('text');
    test.each(['clean', 'edge'] as const)(
      '%s ones are read as their own engines read them, to the share known',
      (kind) => {
        const cases = texts.filter((each) => each.tags.some((tag) => EDGE.test(tag)) === (kind === 'edge'));
        const right = cases.filter((each) => {
          const { calls } = readTextCase(each, 'whole');
          return expect
            .objectContaining({ calls: values(each.expected_calls) })
            .asymmetricMatch({ calls: values(calls) });
        });
        expect(right.length / cases.length).toBeGreaterThanOrEqual(FLOORS[kind]);
      },
    );

    test('each gives the same result regardless of where it is split', () => {
      for (const each of texts) {
        const whole = readTextCase(each, 'whole');
        for (const chunking of ['char', 'random:1', 'random:2', 'random:3']) {
          expect(readTextCase(each, chunking), each.id).toEqual(whole);
        }
      }
    });
  });
}
