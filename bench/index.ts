// npm run bench: our stream reading beside the floor (what any engine has to do) and the openai SDK's own iteration, in the
// same run. Times are CPU times and mean something only as ratios.
import { Stream } from 'openai/core/streaming';
import * as z from 'zod';
import { CallIds } from '../lib/provider/call-ids.ts';
import { DialectLexer } from '../lib/provider/dialects/lexer.ts';
import { chunk, sse } from '../lib/provider/raw-server.ts';
import { ReplyDecoder } from '../lib/provider/reply-decoder.ts';
import { measure, report } from './measure.ts';

const TOOLS = [{ name: 'write', description: '', inputSchema: z.strictObject({ text: z.string() }) }];
const TARGET = { host: 'bench', hostKind: 'public', hasKey: false, modelId: 'm' } as const;

/** The least that turns bytes into parsed chunks. */
function floor(pieces: Uint8Array[]): number {
  const decoder = new TextDecoder();
  let rest = '';
  let length = 0;
  for (const piece of pieces) {
    rest += decoder.decode(piece, { stream: true });
    const events = rest.split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      const data = event.slice('data: '.length);
      if (data !== '[DONE]') length += JSON.parse(data).choices[0].delta.content?.length ?? 0;
    }
  }
  return length;
}

function ours(pieces: Uint8Array[]): number {
  const decoder = new ReplyDecoder(TARGET, TOOLS, new CallIds([]), { maxInput: 2_000_000 });
  const text = new TextDecoder();
  let events = 0;
  for (const piece of pieces) events += decoder.push(text.decode(piece, { stream: true })).length;
  return events + decoder.end().length;
}

async function openAiSdk(pieces: Uint8Array[]): Promise<number> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  let chunks = 0;
  for await (const _ of Stream.fromSSEResponse(new Response(body), new AbortController())) chunks++;
  return chunks;
}

const bytes = (pieces: string[]) => pieces.map((piece) => new TextEncoder().encode(piece));

for (const count of [1_000, 10_000, 100_000]) {
  const words = Array.from({ length: count }, (_, n) => chunk({ content: `word${n} ` }));
  const pieces = bytes([...words, chunk({}, 'stop'), sse('[DONE]')]);
  const times = await measure([
    { name: 'floor', run: () => floor(pieces) },
    { name: 'Sidenote', run: () => ours(pieces) },
    { name: 'openai, for await', run: () => openAiSdk(pieces) },
  ]);
  report(`Text, ${count.toLocaleString()} chunks`, count, 'chunk', times);
}

for (const size of [10_000, 100_000, 1_000_000]) {
  const args = JSON.stringify({ text: 'x'.repeat(size) });
  const parts = args.match(/.{1,4}/gs) ?? [];
  const call = (part: string) => chunk({ tool_calls: [{ index: 0, function: { arguments: part } }] });
  const head = chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'write', arguments: '' } }] });
  const pieces = bytes([head, ...parts.map(call), chunk({}, 'tool_calls'), sse('[DONE]')]);
  const times = await measure(
    [
      { name: 'floor', run: () => floor(pieces) },
      { name: 'Sidenote', run: () => ours(pieces) },
      { name: 'openai, for await', run: () => openAiSdk(pieces) },
    ],
    5,
  );
  report(`Arguments, ${args.length.toLocaleString()} characters, 4 a chunk`, parts.length, 'chunk', times);
}

const prose = 'The tide <b>rises</b> and falls; a < b.\n'.repeat(25_000).match(/.{1,16}/gs) ?? [];
const tagTimes = await measure([
  { name: 'floor (concatenate)', run: () => prose.reduce((text, piece) => text + piece, '').length },
  {
    name: 'Sidenote, all dialects watched',
    run: () => {
      const scanner = new DialectLexer(TOOLS, new CallIds([]));
      return prose.reduce((events, piece) => events + scanner.push(piece).length, 0);
    },
  },
]);
report('Prose with markup, 1 MB, 16 characters a piece', prose.length, 'piece', tagTimes);
