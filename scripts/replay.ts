// npm run replay -- PATH [--chunking whole|char|random:SEED]: runs the provider on a corpus folder (streams, text,
// json_replies) and prints one line of JSON per case: {"id","calls","content","reasoning","finishReason","error"}.
// Fails if a case throws.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { cut, offer, offerAll, readBody, type Summary } from './replay-case.ts';
import { readTextCase, type TextCase } from './replay-text-case.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { chunking: { type: 'string', default: 'whole' } },
});
const [corpus] = positionals;
if (corpus === undefined || !existsSync(corpus)) {
  console.error('usage: npm run replay -- PATH [--chunking whole|char|random:SEED]');
  process.exit(2);
}

function files(folder: string, ending: string): string[] {
  const whole = path.join(corpus ?? '', folder);
  if (!existsSync(whole)) return [];
  return readdirSync(whole)
    .filter((file) => file.endsWith(ending))
    .sort()
    .map((file) => readFileSync(path.join(whole, file), 'utf8'));
}

function print(id: string, read: () => Summary): void {
  try {
    console.log(JSON.stringify({ id, ...read() }));
  } catch (error) {
    process.exitCode = 1;
    const nothing = { calls: [], content: '', reasoning: '', finishReason: null };
    console.log(JSON.stringify({ id, ...nothing, error: `exception: ${error}` }));
  }
}

const named = (calls: { name: string }[]) => [...new Set(calls.map((call) => call.name))].map((name) => offer(name));

for (const file of files('streams', '.json')) {
  const { id, raw, request, computed } = JSON.parse(file);
  const tools = [...offerAll(request?.tools), ...named(computed.tool_calls ?? [])];
  print(id, () => readBody(cut(raw, values.chunking), tools));
}
for (const file of files('json_replies', '.json')) {
  const { id, body, request } = JSON.parse(file);
  print(id, () => {
    const calls = JSON.parse(body).choices?.[0]?.message?.tool_calls ?? [];
    const called = calls.map((call: { function: { name: string } }) => call.function);
    return readBody(cut(body, values.chunking), [...offerAll(request?.tools), ...named(called)]);
  });
}
for (const file of files('text', '.jsonl')) {
  for (const line of file.split('\n').filter((each) => each.trim() !== '')) {
    const textCase: TextCase = JSON.parse(line);
    print(textCase.id, () => readTextCase(textCase, values.chunking));
  }
}
