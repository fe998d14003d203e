// Calls that are cut at every character, with every way in which a reply can end. A call that was cut off never runs.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { inferConfiguration, listCaseTools, type TextCase } from '../../../../scripts/replay-text-case.ts';
import type { ModelEvent } from '../../../contracts/model-client.ts';
import type { ToolDefinition } from '../../../contracts/tool.ts';
import { EXAMPLE_TOOLS, EXAMPLES } from '../../../testing/model-api/dialect-examples.ts';
import { chunk, sse } from '../../../testing/model-api/raw-server.ts';
import { CallIds } from '../../tool-input/call-identity.ts';
import { ContentReader } from '../stream/read-content.ts';
import { ResponseDecoder } from './response-decoder.ts';
import { recoverCalls } from './response-reader.ts';

/** How a reply may end. `isCut`: the end itself shows that something is missing. */
const STREAM_ENDS: readonly { name: string; body: string; isCut: boolean }[] = [
  ...['tool_calls', 'stop', 'function_call', 'whatever'].map((reason) => ({
    name: reason,
    body: chunk({}, reason) + sse('[DONE]'),
    isCut: false,
  })),
  { name: 'a finish reason without [DONE]', body: chunk({}, 'tool_calls'), isCut: false },
  { name: 'only [DONE]', body: sse('[DONE]'), isCut: false },
  ...['length', 'content_filter', 'error'].map((reason) => ({
    name: reason,
    body: chunk({}, reason) + sse('[DONE]'),
    isCut: true,
  })),
  { name: 'nothing', body: '', isCut: true },
];

/** Accepts any arguments, so that no schema rejects those that were cut off. */
const ANY: ToolDefinition = { name: 'note', description: '', inputSchema: z.looseObject({}) };
const TARGET = { host: 'recorded', hostKind: 'public', hasKey: false, modelId: 'm' } as const;

type Run = { name: string; input: unknown; repaired: boolean };

/** The calls that would run, without those that were retracted. */
function collectRuns(events: readonly ModelEvent[]): Run[] {
  const names = new Map<string, string>();
  const runs = new Map<string, Run>();
  for (const event of events) {
    if (event.type === 'tool-input-start') names.set(event.toolCallId, event.toolName);
    else if (event.type === 'tool-input-retract') runs.delete(event.toolCallId);
    else if (event.type === 'tool-input-available') {
      const { toolCallId, input, repaired } = event;
      runs.set(toolCallId, { name: names.get(toolCallId) ?? '', input, repaired });
    }
  }
  return [...runs.values()];
}

const isTruncated = (event: ModelEvent) => event.type === 'tool-input-error' && event.code === 'truncated-input';

function readBody(body: string, tools: readonly ToolDefinition[]): ModelEvent[] {
  const ids = new CallIds([]);
  const decoder = new ResponseDecoder(TARGET, tools, ids);
  const reader = new ContentReader(tools, 'native', ids);
  return [...decoder.push(body), ...decoder.end()].flatMap((event) => reader.push(event));
}

function readText(text: string, tools: readonly ToolDefinition[], end: ModelEvent): ModelEvent[] {
  const reader = new ContentReader(tools, 'tags', new CallIds([]));
  return [...reader.push({ type: 'text-delta', delta: text }), ...reader.push(end)];
}

/**
 * Whether every value in `some` is a whole value of `all`. Members and items may be missing, but not all of them.
 * `isElement`: accepts a value that differs because its element was repeated.
 */
function isSubset(some: unknown, all: unknown, isElement: (value: unknown) => boolean = () => false): boolean {
  if (typeof some !== 'object' || some === null || typeof all !== 'object' || all === null) {
    return some === all || isElement(some);
  }
  if (Array.isArray(some) !== Array.isArray(all)) return false;
  const keys = Object.keys(some);
  if (keys.length === 0) return Object.keys(all).length === 0;
  return keys.every(
    (key) => Object.hasOwn(all, key) && isSubset(Reflect.get(some, key), Reflect.get(all, key), isElement),
  );
}

const INPUTS: readonly unknown[] = [
  { text: 'Delete nothing but the drafts: "old", \\ and {new}.\n', tag: null },
  { place: { city: 'Zürich', zip: [8001, -12.75e-3, 8003] }, exact: true, empty: {}, none: [] },
  {
    items: [
      { name: 'a', on: false },
      { name: 'b, c]', on: true },
    ],
    count: 1234,
    note: '',
  },
];

/** Each input as servers write it. */
const WRITTEN: readonly [notation: string, text: string, input: unknown][] = INPUTS.flatMap((input) => {
  const json = JSON.stringify(input);
  const python = json
    .replace(/\btrue\b/g, 'True')
    .replace(/\bfalse\b/g, 'False')
    .replace(/\bnull\b/g, 'None');
  return [
    ['JSON', json, input],
    ['JSON with white space and escapes', escaped(JSON.stringify(input, null, 2)), input],
    ['JSON in a string', JSON.stringify(json), input],
    ['Python', python, input],
    ['JSON in a fence', `\`\`\`json\n${json}\n\`\`\``, input],
    ['bare keys', json.replace(/"([a-z]+)":/g, '$1: '), input],
  ] as [string, string, unknown][];
});

function escaped(text: string): string {
  return text.replace(/[^\x20-\x7e\n]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function inStream(name: string, args: string): string {
  const half = Math.ceil(args.length / 2);
  const call = (piece: string, head: object) =>
    chunk({ tool_calls: [{ index: 0, ...head, function: { ...head, arguments: piece } }] });
  return call(args.slice(0, half), { id: 'a', name }) + call(args.slice(half), {});
}

function inReply(name: string, args: string, finish: string): string {
  const call = { id: 'a', type: 'function', function: { name, arguments: args } };
  return JSON.stringify({ choices: [{ message: { content: null, tool_calls: [call] }, finish_reason: finish }] });
}

describe.each(WRITTEN)('%s', (_notation, text, input) => {
  /** Checks that only complete values run. If nothing runs, the model must be told that the call was cut off. */
  function check(cut: string, events: readonly ModelEvent[], isCut: boolean): void {
    const [run, ...more] = collectRuns(events);
    expect(more).toEqual([]);
    if (run === undefined) {
      expect(events.some(isTruncated), cut).toBe(true);
      return;
    }
    expect(isSubset(run.input, input), `${cut} ran as ${JSON.stringify(run.input)}`).toBe(true);
    const isWhole = isSubset(input, run.input);
    expect(isWhole || (run.repaired && !isCut), cut).toBe(true);
  }
  const cuts = Array.from({ length: text.length }, (_, at) => text.slice(0, at + 1));

  test('the complete arguments are valid', () => {
    for (const body of [inStream('note', text) + chunk({}, 'stop'), inReply('note', text, 'tool_calls')]) {
      expect(collectRuns(readBody(body, [ANY])).map((run) => run.input)).toEqual([input]);
    }
  });

  test.each(STREAM_ENDS)('no truncated stream runs: $name', ({ body, isCut }) => {
    for (const cut of cuts) check(cut, readBody(inStream('note', cut) + body, [ANY]), isCut);
  });

  test.each(['tool_calls', 'stop', 'length'])('no truncated JSON response runs: %s', (finish) => {
    for (const cut of cuts) check(cut, readBody(inReply('note', cut, finish), [ANY]), finish === 'length');
  });
});

/** A number with several digits, some of which a cut may leave. */
const FOUND = { query: 'high tide', limit: 375 };
const DIALECT_TEXTS = EXAMPLES.map(([dialect, text]) => [dialect, text.replace(/\b3\b/g, '375')] as const);
const TEXT_ENDS: readonly ModelEvent[] = [
  ...(['stop', 'tool-calls', 'other', 'length', 'content-filter'] as const).map((finishReason): ModelEvent => {
    return { type: 'step-end', finishReason };
  }),
  { type: 'interrupted', detail: '' },
];
/** What may follow a cut call: the end of a tag or an element, or a token that ends a call. */
const CLOSERS = ['', '</tool>', '</tool_call>', '<|tool_call_end|>', '<tool_call|>', '\n```\n'];

describe.each(DIALECT_TEXTS)('%s', (_dialect, text) => {
  const cuts = Array.from({ length: text.length }, (_, at) => text.slice(0, at + 1));
  const check = (run: Run, read: string) => {
    expect(isSubset(run.input, FOUND), `${read} ran as ${JSON.stringify(run.input)}`).toBe(true);
  };

  test('the complete call runs', () => {
    const [end] = TEXT_ENDS;
    if (end) expect(collectRuns(readText(text, EXAMPLE_TOOLS, end)).map((run) => run.input)).toEqual([FOUND]);
  });

  test.each(TEXT_ENDS)('no truncated call runs: %j', (end) => {
    const isCut = end.type !== 'step-end' || end.finishReason === 'length' || end.finishReason === 'content-filter';
    for (const cut of cuts) {
      for (const run of collectRuns(readText(cut, EXAMPLE_TOOLS, end))) {
        check(run, cut);
        expect(isSubset(FOUND, run.input) || (run.repaired && !isCut), cut).toBe(true);
      }
    }
  });

  test('no truncated call runs, even if it is closed or salvaged', () => {
    for (const cut of cuts) {
      for (const closer of CLOSERS) {
        for (const run of collectRuns(recoverCalls(cut + closer, EXAMPLE_TOOLS, new CallIds([])))) {
          check(run, cut + closer);
        }
      }
    }
  });
});

const CORPUS = path.resolve(import.meta.dirname, '../../../../../shared/corpus');
/** Longer texts are cut at fewer positions, so that the test takes seconds. */
const MOST_CUTS = 160;

function listPrefixes(text: string): string[] {
  const step = Math.max(1, Math.ceil(text.length / MOST_CUTS));
  return Array.from({ length: Math.floor(text.length / step) }, (_, n) => text.slice(0, (n + 1) * step));
}

if (!existsSync(CORPUS)) {
  test('skipped: no corpus', ({ skip }) => skip());
} else {
  test('no truncated call of a recorded stream runs', () => {
    const calls = readdirSync(path.join(CORPUS, 'streams')).flatMap((file): { name: string; arguments: string }[] => {
      const { computed } = JSON.parse(readFileSync(path.join(CORPUS, 'streams', file), 'utf8'));
      return computed.tool_calls ?? [];
    });
    expect(calls.length).toBeGreaterThan(90);
    for (const { name, arguments: text } of calls) {
      const input = parsed(text);
      if (input === undefined) continue;
      const tool = { ...ANY, name };
      for (const cut of listPrefixes(text)) {
        for (const { body, isCut } of STREAM_ENDS) {
          for (const run of collectRuns(readBody(inStream(name, cut) + body, [tool]))) {
            expect(isSubset(run.input, input), `${cut} ran as ${JSON.stringify(run.input)}`).toBe(true);
            expect(isSubset(input, run.input) || (run.repaired && !isCut), cut).toBe(true);
          }
        }
      }
    }
  });

  test('no truncated call of a recorded text runs', () => {
    const files = readdirSync(path.join(CORPUS, 'text')).map((file) =>
      readFileSync(path.join(CORPUS, 'text', file), 'utf8'),
    );
    const cases: (TextCase & { id: string })[] = files.flatMap((file) =>
      file
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    );
    const wrong: string[] = [];
    for (const each of cases) {
      const tools = listCaseTools(each, inferConfiguration(each));
      const end: ModelEvent = { type: 'step-end', finishReason: 'stop' };
      const calls = collectRuns(readText(each.text, tools, end));
      // A repaired call was invalid even without a cut, so its values cannot be compared.
      if (calls.some((call) => call.repaired)) continue;
      const stripped = each.text.replace(/>\s+|\s+(?=<)/g, (blank) => blank.trim());
      for (const cut of listPrefixes(each.text)) {
        for (const run of collectRuns(readText(cut, tools, end))) {
          const isElement = (value: unknown) => stripped.includes(`>${String(value).trim()}</`);
          const named = calls.filter((call) => call.name === run.name);
          if (named.length > 0 && !named.some((call) => isSubset(run.input, call.input, isElement)))
            wrong.push(`${each.id}: ${cut} ran as ${JSON.stringify(run)}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
