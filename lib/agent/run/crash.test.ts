import { describe, expect, test } from 'vitest';
import type { LoggedEvent } from '../../contracts/event.ts';
import { IN_DOUBT } from '../../security/approval/decide-call.ts';
import { askQuestion, fold, runToEnd, scriptedDependencies, visible } from '../../testing/agent/crash-scenario.ts';
import { scenarioServers } from '../../testing/agent/crash-servers.ts';
import type { World } from '../../testing/agent/crash-tools.ts';
import { KilledError, memoryLog } from '../../testing/agent/memory-log.ts';

const INTERRUPTED = { type: 'incomplete', reason: 'interrupted' };

type ScenarioName = keyof typeof scenarioServers;

/**
 * Runs the scenario. The process is killed after `kills[0]` appends, restarted, killed after `kills[1]` more, and so on
 * until the run ends.
 */
async function runWithKills(kills: number[], name: ScenarioName) {
  const rows: LoggedEvent[] = [];
  const world: World = { sent: [] };
  const server = scenarioServers[name]();
  await askQuestion(memoryLog(rows));
  let killed = 0;
  for (const kill of kills) {
    const log = memoryLog(rows, kill);
    try {
      await runToEnd(log, scriptedDependencies(log, world, server), name === 'broken');
    } catch (error) {
      if (!(error instanceof KilledError)) throw error;
      killed++;
    }
  }
  const log = memoryLog(rows);
  const state = await runToEnd(log, scriptedDependencies(log, world, server), name === 'broken');
  return { state, world, rows, killed };
}

describe('a run killed after any append reaches the same final messages', () => {
  test.each<[ScenarioName, string, number]>([
    ['parallel', 'Found: left says one; right says two', 20],
    ['follow-up', 'Found: opened one; left says one', 15],
    ['direct', '{"type":"text","text":"“one”"}', 10],
    ['repeated', 'You have asked this three times', 20],
    ['busy', 'Found: left says one; right says two', 20],
    ['small window', 'I have read 2 books.', 15],
    ['length', 'Found: left says one; Error: Not run', 15],
    ['broken', 'up, and so on.', 25],
  ])('%s', async (name, said, places) => {
    const { state: undisturbed } = await runWithKills([], name);
    const expected = visible(undisturbed.messages);
    expect(JSON.stringify(undisturbed.messages.map((message) => visible([message])))).toContain(said);
    let killed = 0;
    for (let kill = 0; ; kill++) {
      const run = await runWithKills([kill], name);
      expect(visible(run.state.messages), `killed after ${kill} appends`).toEqual(expected);
      expect(run.world.sent).toEqual([]);
      if (run.killed === 0) break;
      killed++;
    }
    expect(killed).toBeGreaterThan(places);
  });

  test('even if it is killed a second time at any append', async () => {
    const expected = visible((await runWithKills([], 'parallel')).state.messages);
    for (let first = 0; ; first += 4) {
      const { killed } = await runWithKills([first], 'parallel');
      if (killed === 0) break;
      for (let second = 0; ; second += 3) {
        const run = await runWithKills([first, second], 'parallel');
        expect(visible(run.state.messages), `killed after ${first} and ${second}`).toEqual(expected);
        if (run.killed < 2) break;
      }
    }
  });
});

test('an effect is never repeated; a call whose effect may have happened is shown as uncertain', async () => {
  const expected = visible((await runWithKills([], 'effect')).state.messages);
  let inDoubt = 0;
  let killed = 0;
  for (let kill = 0; ; kill++) {
    const { state, world, ...run } = await runWithKills([kill], 'effect');
    expect(world.sent.length, `killed after ${kill} appends`).toBeLessThanOrEqual(1);
    const text = JSON.stringify(visible(state.messages));
    if (text.includes(IN_DOUBT)) inDoubt++;
    else expect(visible(state.messages), `killed after ${kill} appends`).toEqual(expected);
    expect(fold(run.rows).messages.at(-1)).toMatchObject({ outcome: { type: 'complete' } });
    if (run.killed === 0) break;
    killed++;
  }
  // Only between the start of the effect and its result: at two or three of all possible points.
  expect(inDoubt).toBeGreaterThan(0);
  expect(inDoubt).toBeLessThanOrEqual(3);
  expect(killed).toBeGreaterThan(25);
});

test('a run killed more often than the reset limit ends as interrupted and keeps its text', async () => {
  const { state } = await runWithKills([6, 6, 6], 'parallel');
  const run = state.messages.at(-1);
  expect(run).toMatchObject({ role: 'assistant', outcome: { type: 'incomplete', reason: 'interrupted' } });
  expect(JSON.stringify(run)).toContain('Looking ');
});

test('a step sends at most three requests, whenever the worker is stopped during a wait', async () => {
  let requests = 0;
  const failure = { code: 'rate-limit', message: 'The server is busy.', retryable: true } as const;
  const server = () => {
    requests++;
    return [{ type: 'retry', reason: 'retry', observation: null, afterMs: 5_000, failure } as const];
  };
  for (let kill = 0; kill < 8; kill++) {
    const rows: LoggedEvent[] = [];
    await askQuestion(memoryLog(rows));
    requests = 0;
    const dying = memoryLog(rows, kill);
    await runToEnd(dying, scriptedDependencies(dying, { sent: [] }, server)).catch((error: unknown) => {
      if (!(error instanceof KilledError)) throw error;
    });
    const log = memoryLog(rows);
    const state = await runToEnd(log, scriptedDependencies(log, { sent: [] }, server));
    const run = state.messages.at(-1);
    expect([{ type: 'error', failure }, INTERRUPTED]).toContainEqual(run?.role === 'assistant' && run.outcome);
    // If the worker is stopped after a request was logged and before it was sent, that request of the step is lost.
    expect(requests).toBeGreaterThanOrEqual(2);
    expect(requests).toBeLessThanOrEqual(3);
  }
});
