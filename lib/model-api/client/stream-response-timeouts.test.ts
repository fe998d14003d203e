import { afterEach, describe, expect, test } from 'vitest';
import { IdleTimeout, timeoutsFor, timeoutsForSingleResponse } from './stream-response.ts';

test('local servers have longer timeouts than hosted ones', () => {
  const hosted = timeoutsFor('public');
  for (const near of [timeoutsFor('loopback'), timeoutsFor('private')]) {
    expect(near.headers).toBeGreaterThan(hosted.headers);
    expect(near.firstContent).toBeGreaterThan(hosted.firstContent);
    expect(near.idle).toBeGreaterThan(hosted.idle);
  }
});

test('the user can set the timeout for silence', () => {
  for (const hostKind of ['public', 'loopback'] as const) {
    expect(timeoutsFor(hostKind, 30)).toMatchObject({ headers: 1_800_000, firstContent: 1_800_000, idle: 1_800_000 });
    expect(timeoutsFor(hostKind, 60).total).toBeGreaterThanOrEqual(2 * 3_600_000);
  }
});

test('a response without streaming may be silent for the sum of the timeouts', () => {
  const timeouts = timeoutsForSingleResponse({ headers: 1, firstContent: 2, idle: 4, total: 100 });
  expect(timeouts).toEqual({ headers: 7, firstContent: 2, idle: 4, total: 100 });
});

describe('a silent response', () => {
  const timeouts = { headers: 600_000, firstContent: 600_000, idle: 300_000, total: 3_600_000 };
  const open: IdleTimeout[] = [];
  afterEach(() => {
    for (const idleTimeout of open.splice(0)) idleTimeout.stop();
  });

  /** An idle timeout whose clocks the test controls. */
  function watched() {
    const world = { wall: 0, monotonic: 0, isOnline: true };
    const idleTimeout = new IdleTimeout(timeouts, {
      wall: () => world.wall,
      monotonic: () => world.monotonic,
      isOnline: () => world.isOnline,
    });
    open.push(idleTimeout);
    const wait = (ms: number) => {
      for (let waited = 0; waited < ms; waited += 5_000) {
        world.wall += 5_000;
        world.monotonic += 5_000;
        idleTimeout.tick();
      }
      return idleTimeout.signal.aborted;
    };
    return { world, idleTimeout, wait };
  }

  test('is aborted after the timeout, which content restarts', () => {
    const { idleTimeout, wait } = watched();
    idleTimeout.headersArrived();
    idleTimeout.contentArrived();
    expect(wait(290_000)).toBe(false);
    idleTimeout.contentArrived();
    expect(wait(290_000)).toBe(false);
    expect(wait(15_000)).toBe(true);
    expect(idleTimeout.silentSeconds).toBe(300);
  });

  test.each([
    ['a clock that goes on in sleep', 600_000],
    ['a clock that stands still in sleep', 0],
  ])('is aborted soon after a sleep, by %s', (_clock, monotonic) => {
    const { world, idleTimeout, wait } = watched();
    idleTimeout.contentArrived();
    world.wall += 600_000;
    world.monotonic += monotonic;
    expect(wait(5_000)).toBe(false);
    expect(wait(15_000)).toBe(true);
  });

  test('continues after a sleep or a clock change if content arrives', () => {
    const { world, idleTimeout, wait } = watched();
    for (const jump of [600_000, 86_400_000, -86_400_000]) {
      world.wall += jump;
      expect(wait(5_000)).toBe(false);
      idleTimeout.contentArrived();
      expect(wait(200_000)).toBe(false);
    }
  });

  test('is aborted soon after the network is lost, unless content arrives', () => {
    const { world, idleTimeout, wait } = watched();
    idleTimeout.contentArrived();
    world.isOnline = false;
    expect(wait(10_000)).toBe(false);
    idleTimeout.contentArrived();
    world.isOnline = true;
    expect(wait(100_000)).toBe(false);
    world.isOnline = false;
    expect(wait(20_000)).toBe(true);
  });

  test('is aborted after the total timeout', () => {
    const { idleTimeout, wait } = watched();
    for (let minute = 0; minute < 59; minute++) {
      idleTimeout.contentArrived();
      expect(wait(60_000)).toBe(false);
    }
    idleTimeout.contentArrived();
    expect(wait(65_000)).toBe(true);
  });
});
