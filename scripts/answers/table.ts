import type { Answer, Arm } from './arms.ts';
import type { Verdict } from './score.ts';

/** One judged answer. `isLong`: the page is longer than what `inject` sends. `isSaid`: the page contains the answer. */
export type Result = Omit<Answer, 'text'> & {
  arm: Arm;
  page: string;
  question: string;
  isLong: boolean;
  isSaid: boolean;
  verdict: Verdict;
  answer: string;
  /** Whether a fact of the answer is marked as not found, as the panel would. */
  isMarked: boolean;
};

/** Markdown tables: all questions, and those about long pages. */
export function tables(results: readonly Result[]): string {
  const long = results.filter(({ isLong }) => isLong);
  const both = [table(results)];
  if (long.length > 0) both.push('Only pages longer than what `inject` takes:', table(long));
  return both.join('\n\n');
}

const HEADER = [
  'arm',
  'questions',
  'right',
  'wrong',
  'admitted',
  'right where the page does not say',
  'wrong with a mark',
  'right with a mark',
  'failed',
  'requests',
  'prompt tokens',
  'processed',
  's to first word',
  's in all',
];

function table(results: readonly Result[]): string {
  const arms = Map.groupBy(results, ({ arm }) => arm);
  const rows = [...arms].map(([arm, group]) => [arm, ...cells(group)]);
  const lines = [HEADER, HEADER.map(() => '---'), ...rows];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

/** Requests, tokens and seconds are means per question. */
function cells(results: readonly Result[]): string[] {
  const count = (verdict: Verdict) => results.filter((each) => each.verdict === verdict).length;
  const marked = (verdict: Verdict) => results.filter((each) => each.verdict === verdict && each.isMarked).length;
  const unsaid = results.filter(({ isSaid }) => !isSaid);
  const failed = results.filter(({ outcome }) => outcome !== 'complete' && outcome !== 'length').length;
  return [
    results.length,
    count('right'),
    count('wrong'),
    count('admitted'),
    `${countRight(unsaid)} of ${unsaid.length}`,
    `${marked('wrong')} of ${count('wrong')}`,
    `${marked('right')} of ${count('right')}`,
    failed,
    mean(results, ({ requests }) => requests).toFixed(2),
    mean(results, ({ promptTokens }) => promptTokens).toFixed(0),
    counted(
      mean(results, ({ processed }) => processed),
      0,
    ),
    counted(mean(results, ({ firstWordMs }) => firstWordMs) / 1000, 1),
    counted(mean(results, ({ ms }) => ms) / 1000, 1),
  ].map(String);
}

function counted(value: number, digits: number): string {
  return Number.isNaN(value) ? '–' : value.toFixed(digits);
}

/** The mean of the known values. NaN if there are none. */
function mean(results: readonly Result[], of: (result: Result) => number | null): number {
  const values = results.flatMap((result) => of(result) ?? []);
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function countRight(results: readonly Result[]): number {
  return results.filter(({ verdict }) => verdict === 'right').length;
}

export type Goal = { what: string; value: number; bound: string; isMet: boolean };

/**
 * The goals for `page-first`, for the questions that every arm was asked. Empty if there is nothing to compare with.
 */
export function goals(results: readonly Result[]): Goal[] {
  const arms = new Map(Map.groupBy(results, ({ arm }) => arm));
  const keys = [...arms.values()].map((group) => new Set(group.map(toQuestionKey)));
  const shared = (arm: string) =>
    results.filter((each) => each.arm === arm && keys.every((asked) => asked.has(toQuestionKey(each))));
  const first = shared('page-first');
  const inject = shared('inject');
  if (first.length === 0 || inject.length === 0) return [];
  const best = Math.max(
    ...[...arms.keys()].filter((arm) => arm !== 'page-first').map((arm) => countRight(shared(arm))),
  );
  const points = longPoints(first) - longPoints(inject);
  const requests = mean(first, (each) => each.requests);
  const slower = msPerToken(first) / msPerToken(inject);
  return [
    {
      what: 'right answers, to the best other arm',
      value: countRight(first) - best,
      bound: '>= 0',
      isMet: countRight(first) >= best,
    },
    { what: 'points above inject on long pages', value: points, bound: '>= 25', isMet: points >= 25 },
    { what: 'requests a question', value: requests, bound: '<= 1.1', isMet: requests <= 1.1 },
    {
      what: 'time to the first word a processed token, to inject',
      value: slower,
      bound: '<= 1.1',
      isMet: slower <= 1.1,
    },
  ];
}

function toQuestionKey({ page, question }: Result): string {
  return `${page} ${question}`;
}

/** Correct answers about long pages, per hundred. */
function longPoints(results: readonly Result[]): number {
  const long = results.filter(({ isLong }) => isLong);
  return (100 * countRight(long)) / long.length;
}

function msPerToken(results: readonly Result[]): number {
  return mean(results, ({ firstWordMs }) => firstWordMs) / mean(results, ({ processed }) => processed);
}
