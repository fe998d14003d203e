import { expect, test } from 'vitest';
import { JankMeter } from './use-jank.ts';

const watch = (...times: number[]) => {
  const meter = new JankMeter();
  for (const time of times) meter.frame(time);
  return meter;
};

test('a frame is slow when it took more than 50 ms', () => {
  expect(watch(1000, 1016, 1066, 1117, 1133).take()).toEqual({ frames: 1, ms: 133 });
});

test('the first frame measures nothing: there is none before it', () => {
  expect(watch(90_000).take()).toBeNull();
  expect(new JankMeter().take()).toBeNull();
});

test('the time a page was hidden is neither slow nor watched', () => {
  const meter = watch(0, 16);
  meter.pause();
  meter.frame(60_000);
  expect(meter.frame(60_016)).toBe(32);
  expect(meter.take()).toEqual({ frames: 0, ms: 32 });
});

test('every count begins anew, and no frame between two counts is lost', () => {
  const meter = watch(0, 100);
  expect(meter.take()).toEqual({ frames: 1, ms: 100 });
  meter.frame(110);
  expect(meter.take()).toEqual({ frames: 0, ms: 10 });
});
