import { describe, expect, test } from 'vitest';
import type { LoggedEvent } from '../protocol/event.ts';
import { askQuestion, fold, runToEnd, scenarioDependencies, visible, type World } from './kill-scenario.ts';
import { KilledError, memoryLog } from './memory-log.ts';
import { IN_DOUBT } from './run-tool.ts';

/** Runs the scenario, killed after `kills[0]` appends, restarted, killed after `kills[1]` more, and so on, to the end. */
async function runWithKills(kills: number[], withEffect: boolean) {
  const rows: LoggedEvent[] = [];
  const world: World = { sent: [] };
  await askQuestion(memoryLog(rows));
  let killed = 0;
  for (const kill of kills) {
    const log = memoryLog(rows, kill);
    try {
      await runToEnd(log, scenarioDependencies(log, world, withEffect));
    } catch (error) {
      if (!(error instanceof KilledError)) throw error;
      killed++;
    }
  }
  const log = memoryLog(rows);
  const state = await runToEnd(log, scenarioDependencies(log, world, withEffect));
  return { state, world, rows, killed };
}

describe('a run killed after every possible append', () => {
  test('reaches the same final messages', async () => {
    const { state: undisturbed } = await runWithKills([], false);
    const expected = visible(undisturbed.messages);
    expect(JSON.stringify(expected)).toContain('Found: left says one; right says two');
    let killed = 0;
    for (let kill = 0; ; kill++) {
      const run = await runWithKills([kill], false);
      expect(visible(run.state.messages), `killed after ${kill} appends`).toEqual(expected);
      if (run.killed === 0) break;
      killed++;
    }
    expect(killed).toBeGreaterThan(20);
  });

  test('also when it is killed a second time anywhere', async () => {
    const expected = visible((await runWithKills([], false)).state.messages);
    for (let first = 0; ; first += 4) {
      const { killed } = await runWithKills([first], false);
      if (killed === 0) break;
      for (let second = 0; ; second += 3) {
        const run = await runWithKills([first, second], false);
        expect(visible(run.state.messages), `killed after ${first} and ${second}`).toEqual(expected);
        if (run.killed < 2) break;
      }
    }
  });

  test('never lets an effect happen twice; where it may have happened, the call is shown in doubt', async () => {
    const expected = visible((await runWithKills([], true)).state.messages);
    let inDoubt = 0;
    let killed = 0;
    for (let kill = 0; ; kill++) {
      const { state, world, ...run } = await runWithKills([kill], true);
      expect(world.sent.length, `killed after ${kill} appends`).toBeLessThanOrEqual(1);
      const text = JSON.stringify(visible(state.messages));
      if (text.includes(IN_DOUBT)) inDoubt++;
      else expect(visible(state.messages), `killed after ${kill} appends`).toEqual(expected);
      expect(fold(run.rows).messages.at(-1)).toMatchObject({ outcome: { type: 'complete' } });
      if (run.killed === 0) break;
      killed++;
    }
    // Only between the start of the effect and its result: two or three of all the places to die.
    expect(inDoubt).toBeGreaterThan(0);
    expect(inDoubt).toBeLessThanOrEqual(3);
    expect(killed).toBeGreaterThan(25);
  });
});

test('a run killed more often than it may be reset ends as interrupted, with its text kept', async () => {
  const { state } = await runWithKills([6, 6, 6], false);
  const run = state.messages.at(-1);
  expect(run).toMatchObject({ role: 'assistant', outcome: { type: 'incomplete', reason: 'interrupted' } });
  expect(JSON.stringify(run)).toContain('Looking ');
});
