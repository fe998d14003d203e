// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { IS_FULL } from '../../../e2e/support/scale.ts';
import { randomFrom } from '../../../scripts/random.ts';
import type { FillOutcome, FormDefinition } from '../../contracts/index.ts';
import { drawFormPage, generateFormPage, pick } from '../../testing/page-actions/form-page.ts';
import { approveForm, judgeFilling } from '../../testing/page-actions/judge-filling.ts';
import { changePage } from '../../testing/page-actions/page-changes.ts';
import {
  type ChangeTime,
  type DrawingWay,
  drawInPage,
  readPageWrites,
  watchPage,
} from '../../testing/page-actions/page-script.ts';
import { answerFormRequest } from './form-requests.ts';

const WAYS: readonly DrawingWay[] = ['anew', 'by key', 'by position'];
const TIMES: readonly ChangeTime['at'][] = ['input', 'focusin', 'soon after input'];

let documentId = '';

/** How much faster the clock runs, so that code does not poll fifty times for something that never appears. */
const FASTER = 25;

/** Makes waits end immediately, while the clock advances as if they had not. */
function skipWaits(): void {
  let now = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => now);
  vi.stubGlobal('setTimeout', (run: () => void, ms = 0) => {
    now += ms * FASTER;
    return setImmediate(run);
  });
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => setImmediate(run));
}

async function list(): Promise<FormDefinition[]> {
  const answer = await answerFormRequest({ type: 'list' });
  if (answer.type !== 'forms') throw new Error(answer.type);
  documentId = answer.documentId;
  return answer.forms;
}

/** Creates a page, approves a form, changes the page before or while the form is filled in, and judges the result. */
async function tryPage(seed: number, isChangedMeanwhile: boolean) {
  const random = randomFrom(seed);
  const page = generateFormPage(random);
  drawInPage(drawFormPage(page), 'anew');
  const form = pick(random, page);
  const approved = approveForm(page, form, await list(), random);
  const { page: changed, names } = changePage(page, form.id, random);
  const way = pick(random, WAYS);
  const html = drawFormPage(changed);
  const time = { at: pick(random, TIMES), count: 1 + Math.floor(random() * 2) };
  if (!isChangedMeanwhile) drawInPage(html, way);
  const unwatch = watchPage(isChangedMeanwhile ? { html, way, time } : null, drawInPage);
  const { title, submitLabel, fields } = approved.definition;
  const target = { title, submitLabel, fields: fields.filter(({ key }) => key in approved.values) };
  const outcome = (await answerFormRequest({
    type: 'fill',
    fillId: `changed ${seed} ${isChangedMeanwhile}`,
    documentId,
    form: target,
    values: approved.values,
    until: Number.MAX_SAFE_INTEGER,
  })) as FillOutcome;
  unwatch();
  const { writes, submits, isChanged } = readPageWrites();
  // What was written before the page changed was written into the page that was approved.
  const seen = isChangedMeanwhile ? writes : writes.map((write) => ({ ...write, isChanged: true }));
  const problems = judgeFilling(approved, changed, outcome, seen);
  const name = `${seed}: ${form.layout}, ${names.join(', ')}, drawn ${way}${isChangedMeanwhile ? ` at ${time.at} ${time.count}` : ''}`;
  return { problems: problems.map((problem) => `${name}: ${problem}`), outcome, writes, submits, isChanged };
}

describe('a generated page that changes', () => {
  beforeEach(() => skipWaits());
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  // npm run test:full tries 300 pages of each kind.
  const seeds = Array.from({ length: IS_FULL ? 300 : 60 }, (_, index) => index + 1);

  test('between the approval and the filling has no value in a wrong field', async () => {
    const problems: string[] = [];
    const counts = { filled: 0, stopped: 0, late: 0, replaced: 0 };
    for (const seed of seeds) {
      const result = await tryPage(seed, false);
      problems.push(...result.problems);
      counts[result.outcome.type] += 1;
      expect(result.submits).toBe(0);
    }
    expect(problems).toEqual([]);
    // Changes that make no difference to the user must not stop the filling.
    expect(counts.filled).toBeGreaterThan(seeds.length * 0.2);
    expect(counts.stopped).toBeGreaterThan(seeds.length * 0.4);
  });

  test('while it is filled in has no value in a wrong field', async () => {
    const problems: string[] = [];
    let changed = 0;
    let written = 0;
    for (const seed of seeds) {
      const result = await tryPage(seed, true);
      problems.push(...result.problems);
      if (result.isChanged) changed += 1;
      written += result.writes.filter(({ isChanged }) => isChanged).length;
    }
    expect(problems).toEqual([]);
    expect(changed).toBeGreaterThan(seeds.length * 0.5);
    expect(written).toBeGreaterThan(seeds.length * 0.05);
  });
});
