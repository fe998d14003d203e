import { expect, test } from 'vitest';
import { withReports } from './with-reports.ts';

const list = (before: number[] | null, each: number) => [...(before ?? []), each];

test('reports are yielded while the work continues, batched if the consumer is slower, then the result', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  let report: (each: number) => void = () => undefined;
  const steps = withReports((each: (number: number) => void) => {
    report = each;
    return promise;
  }, list);
  const first = steps.next();
  report(1);
  expect(await first).toEqual({ done: false, value: [1] });
  report(2);
  report(3);
  expect(await steps.next()).toEqual({ done: false, value: [2, 3] });
  const last = steps.next();
  resolve('all');
  expect(await last).toEqual({ done: true, value: 'all' });
});

test('a failure is thrown after the reports before it', async () => {
  const steps = withReports(async (report: (number: number) => void) => {
    report(1);
    throw new Error('gone');
  }, list);
  expect(await steps.next()).toEqual({ done: false, value: [1] });
  await expect(steps.next()).rejects.toThrow('gone');
});

test('work that fails after the consumer has left is not an unhandled rejection', async () => {
  const { promise, reject } = Promise.withResolvers<string>();
  const steps = withReports((report: (number: number) => void) => {
    report(1);
    return promise;
  }, list);
  await steps.next();
  await steps.return('');
  reject(new Error('late'));
  await expect(promise).rejects.toThrow('late');
});
