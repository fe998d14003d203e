// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test } from 'vitest';
import { drawn } from './drawn-figure.tsx';
import { useGradual } from './use-gradual.ts';

const lengths: number[] = [];
function Probe({ text }: { text: string }) {
  lengths.push(useGradual(text).length);
  return null;
}
const seen = () => lengths.splice(0);

test('a long text is rendered in slices until it is complete', async () => {
  await drawn(<Probe text={'a'.repeat(50_000)} />);
  for (let turn = 0; turn < 10; turn++) await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
  const drawnLengths = seen();
  expect(drawnLengths[0]).toBe(8000);
  expect(drawnLengths.at(-1)).toBe(50_000);
  expect(drawnLengths.every((length, index) => length - (drawnLengths[index - 1] ?? 0) <= 16_000)).toBe(true);
});

test('a growing text is always complete', async () => {
  const { redraw } = await drawn(<Probe text="" />);
  for (let size = 0; size < 100_000; size += 5000) {
    seen();
    await redraw(<Probe text={'a'.repeat(size)} />);
    expect(seen()).toEqual([size]);
  }
});

test('a replaced text is complete too', async () => {
  const { redraw } = await drawn(<Probe text={'a'.repeat(9000)} />);
  seen();
  await redraw(<Probe text="b" />);
  expect(seen()).toEqual([1]);
});
