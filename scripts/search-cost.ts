// npm run search-cost: measures the cost of "search and answer" in two ways: with the chain of tools, where a search
// opens its best three pages without asking the model, and with one model request for each step. Uses the real engine
// and tools. The model, the search engine and the pages are stand-ins with a fixed speed, so that the figures are the
// same everywhere.
import { setTimeout as sleep } from 'node:timers/promises';
import '../lib/testing/english.ts';
import type { ModelEvent, ModelRequest } from '../lib/contracts/model-client.ts';
import type { Tool } from '../lib/contracts/tool.ts';
import type { WebAccess } from '../lib/contracts/web.ts';
import { MODEL, THREAD_ID } from '../lib/testing/agent/crash-scenario.ts';
import { type ScriptLine, STEP_END, scriptedCall, scriptedText } from '../lib/testing/agent/scripted-model.ts';
import { scriptedRun } from '../lib/testing/agent/scripted-run.ts';
import { buildReading } from '../lib/testing/tools/memory-pages.ts';
import { estimateTokens } from '../lib/text/token-estimate.ts';
import { tools as shipped } from '../lib/tools/index.ts';

/** A hosted model of medium speed: time to the first token, and tokens per second that it reads and writes. */
const SPEED = { firstMs: 500, readsPerSecond: 3_000, writesPerSecond: 60 };
const SEARCH_MS = 600;
const PAGE_MS = 900;
const SITES = ['tides', 'harbor', 'pilots'];
const QUESTION = 'When is high water in Hamburg, how high is it, and when do the pilots start?';
const ANSWER =
  'High water in Hamburg is at 14:20 [1]. The tide there is 3.6 metres [2]. The pilots start at noon, two hours before [3].';

const result = (name: string) => ({ title: name, url: `https://${name}.test/`, snippet: `About ${name}.`, date: '' });
const filler = Array.from({ length: 300 }, (_, index) => `Paragraph ${index} is about ships, cranes and the weather.`);
const FACTS: Record<string, string> = {
  'https://tides.test/': 'High water in Hamburg is at 14:20 today.',
  'https://harbor.test/': 'In Hamburg the tide has a height of 3.6 metres at high water.',
  'https://pilots.test/': 'Pilots of Hamburg start at noon, before high water.',
};
const web: WebAccess = {
  searchAddress: async () => 'https://search.test',
  async search() {
    await sleep(SEARCH_MS);
    return SITES.map(result);
  },
  mayOpen: async () => true,
  async open({ url }) {
    await sleep(PAGE_MS);
    return { ...buildReading('x', ...filler, FACTS[url] ?? ''), url, title: url };
  },
  openInTab: () => Promise.reject(new Error('No tab.')),
};

/** A search as in most assistants, whose results are only for the model. */
function withoutChain(tool: Tool): Tool {
  if (tool.name !== 'web_search') return tool;
  return {
    ...tool,
    async *execute(input, context) {
      const { followUps: _, ...output } = yield* tool.execute(input, context);
      return output;
    },
  };
}

function callsNext({ messages }: ModelRequest): ScriptLine[] {
  const done = messages.flatMap((message) => (message.role === 'tool' ? [message.toolName] : []));
  const opened = done.filter((name) => name === 'open_page').length;
  const call = (name: string, input: unknown): ScriptLine[] => [
    ...scriptedCall(`c${done.length}`, name, input),
    { type: 'step-end', finishReason: 'tool-calls' },
  ];
  if (done.length === 0) return call('web_search', { query: 'high water Hamburg pilots' });
  if (opened < SITES.length) return call('open_page', { url: `https://${SITES[opened]}.test/` });
  return [...scriptedText(ANSWER), STEP_END];
}

async function measure(tools: readonly Tool[]) {
  const run = scriptedRun(callsNext, { tools, context: { web } });
  const { client } = run;
  const tokens = { read: 0, written: 0 };
  const stream = client.stream.bind(client);
  client.stream = async function* (request, signal): AsyncGenerator<ModelEvent> {
    const { system, messages, tools: offered } = request;
    const definitions = offered.map(({ name, description, inputSchema }) => [
      name,
      description,
      inputSchema.toJSONSchema(),
    ]);
    const read = estimateTokens(`${system}${JSON.stringify(messages)}${JSON.stringify(definitions)}`);
    tokens.read += read;
    await sleep(SPEED.firstMs + (1_000 * read) / SPEED.readsPerSecond);
    for await (const event of stream(request, signal)) {
      const text = event.type === 'text-delta' || event.type === 'tool-input-delta' ? event.delta : '';
      const written = text === '' ? 0 : Math.max(1, estimateTokens(text));
      tokens.written += written;
      await sleep((1_000 * written) / SPEED.writesPerSecond);
      yield event;
    }
  };
  const start = {
    runId: 'run',
    messageId: 'q',
    model: MODEL,
    tabId: null,
    page: null,
    maxSteps: 12,
    web: true as const,
  };
  await run.log.append(
    THREAD_ID,
    [
      { type: 'user-message', messageId: 'q', content: QUESTION },
      { type: 'run-start', ...start },
    ],
    null,
  );
  const begin = performance.now();
  await run.goOn();
  if (run.answer().outcome?.type !== 'complete') throw new Error('The answer is not complete.');
  return { requests: client.requests.length, ...tokens, seconds: (performance.now() - begin) / 1_000 };
}

console.log(`model: ${SPEED.firstMs} ms, reads ${SPEED.readsPerSecond} and writes ${SPEED.writesPerSecond} tokens/s`);
console.log(`search ${SEARCH_MS} ms, each of ${SITES.length} pages ${PAGE_MS} ms`);
for (const [name, tools] of [
  ['chain', shipped],
  ['one request a step', shipped.map(withoutChain)],
] as const) {
  const { requests, read, written, seconds } = await measure(tools);
  console.log(
    `${name.padEnd(18)} ${requests} requests, ${read} tokens read, ${written} written, ${seconds.toFixed(1)} s`,
  );
}
