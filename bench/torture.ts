// npm run torture [-- --engine sidenote,ai,ai-sdk-tool,openai,openai-agents,pi] [--only ID]: runs the cases in suite/
// with several engines. Each is asked one question with tools through its own loop. The server answers with the bytes
// of the case, and then with "Done.". A case passes if exactly the expected calls ran, with the expected arguments. An
// engine may run them in parallel, and equal ones once. Only the cases of Chat Completions are tried, which all engines
// support. The unit tests compare more (text, reasoning, the end, all interfaces).
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { chunk, startRawServer } from '../lib/testing/model-api/raw-server.ts';
import {
  readSuite,
  type SuiteCase,
  type SuiteFile,
  suiteBody,
  suiteTools,
} from '../lib/testing/model-api/torture-suite.ts';
import { installPeers } from './install.ts';

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'sidenote,ai,ai-sdk-tool,openai,openai-agents,pi' },
    only: { type: 'string', default: '' },
  },
});

installPeers();
const { ENGINES, isEngineName } = await import('./torture-engines.ts');

const names = values.engine.split(',').filter((name) => name !== '');
for (const name of names) {
  if (isEngineName(name)) continue;
  console.error(`There is no engine ${name}. The engines are: ${Object.keys(ENGINES).join(', ')}.`);
  process.exit(2);
}

const suites = readSuite().filter(({ interface: each }) => each === 'chat-completions' || each === 'text');
const DONE = `${chunk({ role: 'assistant', content: 'Done.' })}${chunk({}, 'stop')}data: [DONE]\n\n`;

let body = '';
let isAnswered = false;
const server = await startRawServer((_request, response) => {
  // A body that looks like JSON is JSON. Everything else is an event stream.
  const text = isAnswered ? DONE : body;
  isAnswered = true;
  response.writeHead(200, { 'content-type': /^\s*[[{]/.test(text) ? 'application/json' : 'text/event-stream' });
  response.end(text);
});

async function isPassed(name: string, suite: SuiteFile, each: SuiteCase): Promise<boolean> {
  if (!isEngineName(name)) return false;
  body = suiteBody(suite, each);
  isAnswered = false;
  const ran: [string, unknown][] = [];
  const tools = suiteTools(suite.tools).map((tool) => ({
    ...tool,
    execute: (input: unknown) => {
      ran.push([tool.name, input]);
      return 'Fine.';
    },
  }));
  // Calls that ran before an engine threw still count.
  await ENGINES[name](`${server.url}/v1`, tools).catch(() => undefined);
  return isDeepStrictEqual(callKeys(ran), callKeys(each.want.calls));
}

function callKeys(calls: readonly unknown[]): Set<string> {
  return new Set(calls.map((call) => JSON.stringify(call)));
}

const rows: Record<string, string | number>[] = [];
for (const suite of suites) {
  const cases = suite.cases.filter(({ id }) => id.includes(values.only));
  if (cases.length === 0) continue;
  const row: Record<string, string | number> = { kind: suite.kind, cases: cases.length };
  for (const name of names) {
    const failed: string[] = [];
    for (const each of cases) if (!(await isPassed(name, suite, each))) failed.push(each.id);
    row[name] = cases.length - failed.length;
    if (name === 'sidenote') for (const id of failed) console.log(`sidenote: ${id}`);
  }
  rows.push(row);
}
await server.close();
const sum = (key: string) => rows.reduce((total, row) => total + Number(row[key]), 0);
rows.push({ kind: 'all', cases: sum('cases'), ...Object.fromEntries(names.map((name) => [name, sum(name)])) });
console.table(rows);
process.exit(names.includes('sidenote') && sum('sidenote') < sum('cases') ? 1 : 0);
