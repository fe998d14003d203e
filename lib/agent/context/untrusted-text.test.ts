import { expect, test } from 'vitest';
import { STEP_END, scriptedText } from '../../testing/agent/scripted-model.ts';
import { joinRunText, scriptedRun } from '../../testing/agent/scripted-run.ts';

test('a worker that was assumed to have stopped writes nothing after another took over', async () => {
  const oldIsSlow = Promise.withResolvers<void>();
  let asked = 0;
  const { run, goOn, answer, rows } = scriptedRun(() => {
    const isOld = asked++ === 0;
    return isOld
      ? [
          ...scriptedText('Old words. '),
          { type: 'pause', until: () => oldIsSlow.promise },
          ...scriptedText('Too late. '),
          STEP_END,
        ]
      : [...scriptedText('New words.'), STEP_END];
  });
  const old = run();
  await expect.poll(() => rows.some(({ event }) => event.type === 'text-delta')).toBe(true);
  await goOn();
  expect(joinRunText(answer())).toBe('New words.');
  const written = rows.length;
  oldIsSlow.resolve();
  await old;
  expect(rows).toHaveLength(written);
  expect(answer().outcome).toEqual({ type: 'complete' });
});
