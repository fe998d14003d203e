import type { Answer, Arm } from './arms.ts';
import type { Verdict } from './score.ts';

/** One answer, judged. `isLong`: the page is longer than what `inject` takes. */
export type Result = Omit<Answer, 'text'> & {
  arm: Arm;
  page: string;
  question: string;
  isLong: boolean;
  verdict: Verdict;
  answer: string;
};

/** Markdown tables: all questions, and those about long pages. */
export function tables(results: readonly Result[]): string {
  const long = results.filter(({ isLong }) => isLong);
  return [
    table(results),
    ...(long.length === 0 ? [] : ['', 'Only pages longer than what `inject` takes:', '', table(long)]),
  ].join('\n');
}

const HEADER = [
  'arm',
  'questions',
  'right',
  'wrong',
  'admitted',
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

/** Requests, tokens and seconds are means for one question. */
function cells(results: readonly Result[]): string[] {
  const count = (verdict: Verdict) => String(results.filter((each) => each.verdict === verdict).length);
  const failed = results.filter(({ outcome }) => outcome !== 'complete' && outcome !== 'length').length;
  const mean = (of: (result: Result) => number | null, digits: number) => {
    const values = results.flatMap((result) => of(result) ?? []);
    return values.length === 0 ? '–' : (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(digits);
  };
  return [
    String(results.length),
    count('right'),
    count('wrong'),
    count('admitted'),
    String(failed),
    mean(({ requests }) => requests, 2),
    mean(({ promptTokens }) => promptTokens, 0),
    mean(({ processed }) => processed, 0),
    mean(({ firstWordMs }) => (firstWordMs === null ? null : firstWordMs / 1000), 1),
    mean(({ ms }) => ms / 1000, 1),
  ];
}
