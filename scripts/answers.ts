// npm run answers -- --base-url URL --model NAME [--arms page-first,native,tags,inject] [--limit N] [--out FILE]
// [--minutes N] [--reading-speed N]: asks a real model questions about pages whose facts no model knows. Prints how
// many it answers correctly in each arm, and the cost. --out appends each answer to a file of JSON lines; questions
// that the file already answers are not asked again.
// --minutes stops asking after that time; with 0 the file is only judged again. --reading-speed makes page-first ask as
// the extension asks a model that runs inside it and reads that many tokens a second. If the server needs a key, it is
// read from the environment variable ANSWERS_API_KEY.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import '../lib/testing/english.ts';
import { ARMS, type Arm, askArm, INJECTED_CHARACTERS } from './answers/arms.ts';
import { hasMark } from './answers/marks.ts';
import { readingOfPage, textOfReading } from './answers/pages.ts';
import { QUESTIONS, type Question } from './answers/questions.ts';
import { judge } from './answers/score.ts';
import { AnswerServer } from './answers/server.ts';
import { goals, type Result, tables } from './answers/table.ts';

const { values } = parseArgs({
  options: {
    'base-url': { type: 'string' },
    model: { type: 'string' },
    arms: { type: 'string', default: ARMS.join(',') },
    limit: { type: 'string', default: String(QUESTIONS.length) },
    out: { type: 'string' },
    minutes: { type: 'string', default: 'Infinity' },
    'reading-speed': { type: 'string' },
  },
});
const { 'base-url': baseUrl, model, out } = values;
const arms = values.arms.split(',').filter((arm): arm is Arm => (ARMS as readonly string[]).includes(arm));
const readingSpeed = values['reading-speed'] === undefined ? null : Number(values['reading-speed']);
const isSpeed = readingSpeed === null || readingSpeed > 0;
if (baseUrl === undefined || model === undefined || arms.length !== values.arms.split(',').length || !isSpeed) {
  console.error(
    `usage: npm run answers -- --base-url URL --model NAME [--arms ${ARMS.join(',')}] [--limit N] [--out FILE] [--minutes N] [--reading-speed N]`,
  );
  process.exit(2);
}

const until = performance.now() + Number(values.minutes) * 60_000;
const results = out !== undefined && existsSync(out) ? await readResults(out) : [];
const open = arms
  .flatMap((arm) => QUESTIONS.slice(0, Number(values.limit)).map((question) => ({ arm, question })))
  .filter(({ arm, question }) => !results.some((each) => each.arm === arm && isSame(each, question)));
for (const arm of arms) {
  const asked = open.filter((each) => each.arm === arm);
  if (asked.length === 0 || performance.now() > until) continue;
  // Observations of one arm must not influence the next.
  const server = await AnswerServer.open(baseUrl, model, process.env.ANSWERS_API_KEY || null);
  console.log(`${model}, window ${server.contextWindow ?? 'unknown'}`);
  for (const { question } of asked) if (performance.now() < until) await ask(server, arm, question);
}
console.log(`\n${tables(results)}\n`);
for (const { what, value, bound, isMet } of goals(results)) {
  console.log(`${isMet ? 'met   ' : 'MISSED'} ${what}: ${value.toFixed(2)} (${bound})`);
}
// The channel of the PDF page would keep the process alive.
process.exit(0);

async function ask(server: AnswerServer, arm: Arm, question: Question): Promise<void> {
  const page = await readingOfPage(question.page);
  const { text, ...counts } = await askArm(arm, server, page, question.question, readingSpeed);
  const isLong = textOfReading(page).length > INJECTED_CHARACTERS;
  const verdict = judge(question, text);
  const about = { arm, page: question.page, question: question.question, isSaid: !('absent' in question), isLong };
  const isMarked = await hasMark(question, text);
  const result: Result = { ...about, verdict, ...counts, answer: text, isMarked };
  results.push(result);
  if (out !== undefined) appendFileSync(out, `${JSON.stringify(result)}\n`);
  console.log(`${arm} ${question.page} ${verdict} ${(counts.ms / 1000).toFixed(1)} s: ${oneLine(text)}`);
}

function isSame(result: Result, { page, question }: { page: string; question: string }): boolean {
  return result.page === page && result.question === question;
}

/** Answers of an earlier run, judged again with the current patterns. */
async function readResults(file: string): Promise<Result[]> {
  const read: Result[] = [];
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    if (line === '') continue;
    const result = JSON.parse(line) as Result;
    const question = QUESTIONS.find((each) => isSame(result, each));
    if (question === undefined) continue;
    const isMarked = await hasMark(question, result.answer);
    read.push({ ...result, verdict: judge(question, result.answer), isMarked });
  }
  return read;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 160);
}
