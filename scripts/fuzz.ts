// npm run fuzz -- --count 100000 --seed 1: runs mutated calls of every dialect, cut anywhere, through the lexer, and
// mutated reply bodies through the decoder. Fails on an exception, on a result that depends on the cuts, on lost text,
// or on excessive time. Also imports broken chat files and restores broken backups, `--files 10000` of each. Fails on
// an exception, if a refused file has left something in the database, or if an imported one has left something
// incomplete.
import 'fake-indexeddb/auto';
import { parseArgs } from 'node:util';
import { ContentReader } from '../lib/model-api/chat-completions/stream/read-content.ts';
import { MARKERS } from '../lib/model-api/text-tool-calls/markers.ts';
import { CallIds } from '../lib/model-api/tool-input/call-identity.ts';
import { openDb } from '../lib/storage/db.ts';
import { EXAMPLE_TOOLS, EXAMPLES } from '../lib/testing/model-api/dialect-examples.ts';
import {
  brokenBackup,
  brokenImport,
  exampleBackup,
  type Trial,
  tryImport,
  tryRestore,
} from '../lib/testing/storage/broken-files.ts';
import { randomFrom } from './random.ts';
import { cut, readBody, summarize } from './replay-case.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' },
    files: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
  },
});
const count = Number(values.count);
const random = randomFrom(Number(values.seed));
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;

const SCRAPS = [
  ...MARKERS,
  '{',
  '}',
  '[',
  ']',
  '"',
  "'",
  '<',
  '>',
  '/',
  '`',
  '```',
  '\n',
  ' ',
  ':',
  ',',
  '\\',
  '｜',
  'ñ',
  '日',
];
const PROSE = [
  'Let me look.\n',
  'The tide rises, a < b, and f(x) = [1].\n',
  '```js\nif (a) {}\n```\n',
  '> quoted\n',
  '',
];

function mutate(text: string): string {
  let made = text;
  for (let left = Math.floor(random() * 4); left > 0; left--) {
    const at = Math.floor(random() * (made.length + 1));
    const length = Math.floor(random() ** 3 * 20);
    const piece = made.slice(at, at + length);
    const kinds = ['', piece + piece, pick(SCRAPS), pick(EXAMPLES)[1].slice(0, length)];
    made = made.slice(0, at) + pick(kinds) + made.slice(at + (random() < 0.5 ? length : 0));
  }
  return random() < 0.2 ? made.slice(0, Math.floor(random() * made.length)) : made;
}

function readText(pieces: readonly string[], isCut: boolean) {
  const reader = new ContentReader(EXAMPLE_TOOLS, 'tags', new CallIds([]));
  const events = pieces.flatMap((delta) => reader.push({ type: 'text-delta', delta }));
  const end = reader.push({ type: 'step-end', finishReason: isCut ? 'length' : 'stop' });
  return { ...summarize([...events, ...end]), callCount: reader.callCount };
}

/** Whether a text without calls is complete, except for control tokens and reasoning tags. */
function isKept(text: string, shown: string): boolean {
  const bare = (from: string) => from.replace(/[^\p{L}\p{N}{}"]/gu, '');
  const rest = MARKERS.reduce((left, marker) => left.replaceAll(marker, ''), text);
  return text === shown || bare(rest).length <= bare(shown).length + TOKEN_LETTERS;
}

/** Upper bound for letters in markers that `replaceAll` does not find, and in message headers. */
const TOKEN_LETTERS = 400;

const problems = { exception: 0, cuts: 0, lost: 0, slow: 0 };
let calls = 0;

function report(kind: keyof typeof problems, text: string, detail: unknown): void {
  problems[kind]++;
  if (problems[kind] <= 3) console.log(`${kind}: ${JSON.stringify(text)}\n  ${JSON.stringify(detail)}`);
}

function tryText(text: string): void {
  const isCut = random() < 0.2;
  try {
    const whole = readText([text], isCut);
    const time = quickest(() => readText([text], isCut));
    if (time > 50) report('slow', text, time);
    calls += whole.callCount;
    const chunking = random() < 0.3 ? 'char' : `random:${Math.floor(random() * 1e9)}`;
    const pieces = readText(cut(text, chunking), isCut);
    if (JSON.stringify(pieces) !== JSON.stringify(whole)) report('cuts', text, { whole, pieces, chunking });
    if (whole.callCount === 0 && !isKept(text, whole.reasoning + whole.content)) report('lost', text, whole);
  } catch (error) {
    report('exception', text, String(error));
  }
}

/** The minimum of several runs in milliseconds, since other processes slow down individual runs. */
function quickest(run: () => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < 3 && least > 5; n++) {
    const before = performance.now();
    run();
    least = Math.min(least, performance.now() - before);
  }
  return least;
}

function tryBody(text: string): void {
  const chunk = (delta: object) => `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`;
  const body = mutate([...cut(text, 'random:5').map((content) => chunk({ content })), 'data: [DONE]\n\n'].join(''));
  try {
    const whole = readBody([body], EXAMPLE_TOOLS);
    const pieces = readBody(cut(body, `random:${Math.floor(random() * 1e9)}`), EXAMPLE_TOOLS);
    if (JSON.stringify(pieces) !== JSON.stringify(whole)) report('cuts', body, { whole, pieces });
  } catch (error) {
    report('exception', body, String(error));
  }
}

const start = performance.now();
for (let n = 0; n < count; n++) {
  const parts = Array.from({ length: 1 + Math.floor(random() * 2) }, () => pick(PROSE) + mutate(pick(EXAMPLES)[1]));
  const text = parts.join(pick(['', '\n', ' ', '\n\n'])) + pick(PROSE);
  if (n % 10 === 0) tryBody(text);
  else tryText(text);
}
const seconds = ((performance.now() - start) / 1000).toFixed(0);
console.log(`${count} texts, ${calls} calls, ${seconds} s: ${JSON.stringify(problems)}`);

/** Tries broken files of one kind. Returns how many had a fault. */
async function tryFiles(kind: string, trial: () => Promise<Trial>): Promise<number> {
  const outcomes: Record<string, number> = {};
  let faults = 0;
  const begun = performance.now();
  for (let n = 0; n < Number(values.files); n++) {
    const { outcome, fault } = await trial();
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    if (fault === null) continue;
    if (++faults <= 3) console.log(`${kind} ${n}: ${fault}`);
  }
  const time = ((performance.now() - begun) / 1000).toFixed(0);
  console.log(`${values.files} broken ${kind}, ${faults} faults, ${time} s: ${JSON.stringify(outcomes)}`);
  return faults;
}

const [db, other] = [openDb('fuzz'), openDb('other')];
const backup = await exampleBackup(db);
const faults =
  (await tryFiles('files of chats', () => tryImport(db, other, brokenImport(random)))) +
  (await tryFiles('backups', async () => tryRestore(db, other, await brokenBackup(random, backup))));
db.close();
other.close();
process.exitCode = faults > 0 || Object.values(problems).some((number) => number > 0) ? 1 : 0;
