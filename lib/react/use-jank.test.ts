import { expect, test } from 'vitest';
import { JankMeter } from './use-jank.ts';

const watch = (...times: number[]) => {
  const meter = new JankMeter();
  for (const time of times) meter.frame(time);
  return meter;
};

test('a frame over 50 ms is slow', () => {
  expect(watch(1000, 1016, 1066, 1117, 1133).take()).toEqual({ frames: 1, ms: 133 });
});

test('the first frame is not measured', () => {
  expect(watch(90_000).take()).toBeNull();
  expect(new JankMeter().take()).toBeNull();
});

test('time while hidden is not counted', () => {
  const meter = watch(0, 16);
  meter.pause();
  meter.frame(60_000);
  expect(meter.frame(60_016)).toBe(32);
  expect(meter.take()).toEqual({ frames: 0, ms: 32 });
});

test('counts are reset without losing a frame', () => {
  const meter = watch(0, 100);
  expect(meter.take()).toEqual({ frames: 1, ms: 100 });
  meter.frame(110);
  expect(meter.take()).toEqual({ frames: 0, ms: 10 });
});
