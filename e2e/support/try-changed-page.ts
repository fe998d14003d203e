import { drawFormPage, generateFormPage, pick } from '../../lib/testing/page-actions/form-page.ts';
import { approveForm, judgeFilling } from '../../lib/testing/page-actions/judge-filling.ts';
import { changePage } from '../../lib/testing/page-actions/page-changes.ts';
import {
  type ChangeTime,
  type DrawingWay,
  drawInPage,
  readPageWrites,
  watchPage,
} from '../../lib/testing/page-actions/page-script.ts';
import { randomFrom } from '../../scripts/random.ts';
import type { Reader } from '../../scripts/reader.ts';

const WAYS: readonly DrawingWay[] = ['anew', 'by key', 'by position'];
const TIMES: readonly ChangeTime['at'][] = ['input', 'focusin', 'soon after input'];

/**
 * Lets a generated page change between the approval of a form and its filling, or while it is filled in. Returns what
 * went wrong.
 */
export async function tryChangedPage(reader: Reader, seed: number, isChangedMeanwhile: boolean): Promise<string[]> {
  const random = randomFrom(seed);
  const page = generateFormPage(random);
  const html = '<!doctype html><meta charset="utf-8"><title>Form</title><body>';
  const bytes = { body: Buffer.from(html), contentType: 'text/html; charset=utf-8', url: null };
  const tab = await reader.show({ name: 'form', file: '', wait: 20 }, { bytes });
  await tab.evaluate(drawInPage, drawFormPage(page), 'anew' as DrawingWay);
  const listed = await reader.ask({ forms: true });
  if (listed.type !== 'forms') throw new Error(JSON.stringify(listed));
  const form = pick(random, page);
  const definitions = listed.forms.map(({ form: definition }) => definition);
  const approved = approveForm(page, form, definitions, random);
  const { page: changedPage, names } = changePage(page, form.id, random);
  const changed = { html: drawFormPage(changedPage), way: pick(random, WAYS) };
  const time = { at: pick(random, TIMES), count: 1 + Math.floor(random() * 3) };
  if (!isChangedMeanwhile) await tab.evaluate(drawInPage, changed.html, changed.way);
  const change = isChangedMeanwhile ? { ...changed, time } : null;
  await tab.evaluate(`(${watchPage.toString()})(${JSON.stringify(change)}, ${drawInPage.toString()})`);
  const approvedForm = listed.forms[page.indexOf(form)];
  if (approvedForm === undefined) throw new Error('The form was not listed.');
  const reply = await reader.ask({ fill: { form: approvedForm, values: approved.values } });
  if (reply.type !== 'outcome') throw new Error(JSON.stringify(reply));
  const { writes, submits } = await tab.evaluate(readPageWrites);
  const seen = isChangedMeanwhile ? writes : writes.map((write) => ({ ...write, isChanged: true }));
  const problems = judgeFilling(approved, changedPage, reply.outcome, seen);
  if (submits > 0) problems.push('sent');
  const name = `${seed}: ${form.layout}, ${names.join(', ')}, drawn ${changed.way}`;
  return problems.map((problem) => `${name}: ${problem}`);
}
