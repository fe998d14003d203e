// npm run reported-cases -- FILE [--only TEXT] [--chunking whole|char|random:SEED] [--goal PERCENT]: sends replies
// described in public reports, one JSON object per line, through the real client. Prints the cases whose result differs
// from what they want, and the number of correct ones in each group. Fails below the goal.
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { cut } from './replay-case.ts';
import { type ReportedCase, runCase } from './reported-cases/run-case.ts';
import { isAsWanted } from './reported-cases/verdict.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    chunking: { type: 'string', default: 'whole' },
    goal: { type: 'string', default: '95' },
  },
});
const [file] = positionals;
if (file === undefined || !existsSync(file)) {
  console.error(
    'usage: npm run reported-cases -- FILE [--only TEXT] [--chunking whole|char|random:SEED] [--goal PERCENT]',
  );
  process.exit(2);
}

const cases: ReportedCase[] = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => JSON.parse(line))
  .filter(({ id }: ReportedCase) => id.includes(values.only));
const groups = new Map<string, { passed: number; of: number }>();
let passed = 0;
for (const reported of cases) {
  const outcome = await runCase(reported, (body) => cut(body, values.chunking));
  const isPassed = isAsWanted(reported.want, outcome);
  const name = `${reported.id.split('/')[0]}, ${reported.interface}`;
  const group = groups.get(name) ?? { passed: 0, of: 0 };
  groups.set(name, { passed: group.passed + Number(isPassed), of: group.of + 1 });
  passed += Number(isPassed);
  if (!isPassed)
    console.log(`${reported.id}  (${reported.source})\n  want ${reported.want}\n  got  ${JSON.stringify(outcome)}`);
}
console.log();
for (const [name, group] of groups) console.log(`${name.padEnd(34)} ${group.passed} of ${group.of}`);
const percent = (100 * passed) / Math.max(1, cases.length);
console.log(`\n${passed} of ${cases.length} reported cases (${percent.toFixed(1)} %, goal ${values.goal} %)`);
process.exitCode = percent >= Number(values.goal) ? 0 : 1;
