import '../lib/testing/english.ts';
import { ModelInterface } from '../lib/contracts/endpoint.ts';
import { createModelClient } from '../lib/model-api/client/model-client.ts';
import type { Said } from '../lib/testing/model-api/conformance/scenarios.ts';
import { WIRES } from '../lib/testing/model-api/conformance/wires.ts';
import { measure, ratio } from './measure.ts';
import { serving } from './replies.ts';
import { printTimes, type Verdict } from './report.ts';

const CHUNKS = 20_000;
const ROUNDS = 12;
const COUNTS = { input: 10, cached: 0, output: CHUNKS };

/** A long answer in each interface, one chunk per read, compared with the least work that reads its format: goal 2. */
export async function benchInterfaces(): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const modelInterface of ModelInterface.options) {
    const frames = buildFrames(modelInterface);
    const fetch = answering(frames);
    const times = await measure(
      [
        { name: 'floor', run: () => readFloor(serving(frames), modelInterface) },
        { name: 'Sidenote', run: () => readWithSidenote(fetch, modelInterface) },
      ],
      ROUNDS,
    );
    printTimes(`${modelInterface}, ${CHUNKS.toLocaleString('en')} chunks, one a read`, CHUNKS, 'chunk', times);
    const value = ratio(times, 'Sidenote', 'floor');
    verdicts.push({ goal: 2, what: `times the floor of ${modelInterface}`, value, side: 'at most', bound: 1.4 });
  }
  return verdicts;
}

function buildFrames(modelInterface: ModelInterface): string[] {
  const wire = WIRES[modelInterface];
  const text = Array.from({ length: CHUNKS }, (_, n) => `word${n} `).join('');
  const said: Said[] = [{ type: 'text', text }];
  return [...wire.begin(COUNTS), ...wire.say(said), ...wire.end({ type: 'answer', said, end: 'stop', counts: COUNTS })];
}

/** Ollama is first asked which models it has in memory. */
function answering(frames: readonly string[]): typeof fetch {
  const answer = serving(frames);
  return async (input, init) => (String(input).endsWith('/api/ps') ? new Response('{}') : answer(input, init));
}

/** One reader, one decoder, `split` and `JSON.parse`, and concatenating the text. */
async function readFloor(fetch: typeof globalThis.fetch, modelInterface: ModelInterface): Promise<void> {
  const response = await fetch('https://bench.invalid', { method: 'POST', body: '{}' });
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  const end = modelInterface === 'ollama' ? '\n' : '\n\n';
  let rest = '';
  let length = 0;
  for (;;) {
    const read = await reader?.read();
    if (read === undefined || read.done) break;
    rest += decoder.decode(read.value, { stream: true });
    const frames = rest.split(end);
    rest = frames.pop() ?? '';
    for (const frame of frames) {
      const json = frame.slice(modelInterface === 'ollama' ? 0 : frame.indexOf('data: ') + 'data: '.length);
      if (json !== '[DONE]') length += textIn(JSON.parse(json), modelInterface).length;
    }
  }
  if (length === 0) throw new Error('Nothing was read.');
}

// biome-ignore lint/suspicious/noExplicitAny: the floor trusts its server
function textIn(value: any, modelInterface: ModelInterface): string {
  switch (modelInterface) {
    case 'chat-completions':
      return value.choices[0]?.delta.content ?? '';
    case 'anthropic-messages':
      return value.delta?.text ?? '';
    case 'openai-responses':
      return value.delta ?? '';
    case 'gemini':
      return value.candidates[0].content.parts[0]?.text ?? '';
    case 'ollama':
      return value.message.content;
    default:
      return modelInterface satisfies never;
  }
}

async function readWithSidenote(fetch: typeof globalThis.fetch, modelInterface: ModelInterface): Promise<void> {
  const client = createModelClient({
    baseUrl: 'https://bench.invalid/v1',
    hostKind: 'public',
    apiKey: 'key',
    fetch,
    interface: modelInterface,
  });
  const request = {
    modelId: 'm',
    system: '',
    messages: [{ role: 'user' as const, content: 'Go on.' }],
    tools: [],
    toolMode: 'none' as const,
    maxOutputTokens: null,
    attempt: 0,
  };
  let length = 0;
  let last = '';
  for await (const event of client.stream(request, new AbortController().signal)) {
    if (event.type === 'text-delta') length += event.delta.length;
    last = event.type;
  }
  if (length === 0 || last !== 'step-end') throw new Error(`The reply ended with ${last}.`);
}
