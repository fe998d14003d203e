import type { Page } from 'puppeteer-core';
import type { BrowserName } from '../../scripts/browsers.ts';
import { WAIT_LIMIT_MS } from '../../scripts/limits.ts';
import { randomFrom } from '../../scripts/random.ts';
import { waitUntil } from '../../scripts/wait-until.ts';
import { endBareWrites, startBareWrites } from './bare-writes.ts';
import {
  type ChaosServer,
  ending,
  HEADERS_MS,
  LOOK_MS,
  PHASES,
  type Phase,
  question,
  startChaosServer,
  WORDS,
} from './chaos-server.ts';
import { type Row, readRows } from './log-rows.ts';
import { pause } from './model-server.ts';
import type { Panel } from './panel.ts';
import { type Stage, setStage } from './stage.ts';

export type ChaosOptions = { browser: BrowserName; kills: number; seed: number; log: (line: string) => void };

/**
 * `kills`: how many times there was a worker to kill. `textMs`: the age of the oldest text that was lost in a kill, in
 * milliseconds. A run is `stuck` if it shows nothing new for two seconds longer than the longest bare write at that
 * time.
 */
export type ChaosResult = {
  kills: number;
  finished: number;
  lost: number;
  twice: number;
  stuck: number;
  textMs: number;
};

/** A run without activity for this long after a kill is stuck. In milliseconds. */
const STUCK_MS = 2_000;

/**
 * Kills the worker of the built extension repeatedly, each time in another run and at a random time in one of the
 * phases of `chaos-server`. Checks that every run finishes by itself, with nothing lost and no effect repeated.
 */
export async function runChaos({ browser, kills, seed, log }: ChaosOptions): Promise<ChaosResult> {
  const random = randomFrom(seed);
  const server = await startChaosServer();
  const stage = await setStage(browser, { testTools: true });
  const result: ChaosResult = { kills: 0, finished: 0, lost: 0, twice: 0, stuck: 0, textMs: 0 };
  try {
    await stage.addEndpoint(server.url);
    const panel = await stage.openPanel(null);
    const runNames: string[] = [];
    for (let n = 0; n < kills; n++) {
      const phase = PHASES[n % PHASES.length] ?? 'text';
      const run = { name: `r${seed}-${n}`, phase, stage, server, panel, random };
      runNames.push(run.name);
      const killed = await killOnce(run);
      if (killed.hadWorker) result.kills++;
      if (killed.finished) result.finished++;
      if (killed.twice) result.twice++;
      if (killed.aliveMs - killed.stillAfterMs > STUCK_MS) result.stuck++;
      result.textMs = Math.max(result.textMs, killed.textMs);
      log(`${n + 1} ${phase}: ${JSON.stringify(killed)}`);
    }
    result.lost = await countLost(stage.settings, runNames);
    return result;
  } finally {
    await stage.close();
    await server.close();
  }
}

type ChaosRun = {
  name: string;
  phase: Phase;
  stage: Stage;
  server: ChaosServer;
  panel: Panel;
  random: () => number;
};

/**
 * In milliseconds. `aliveMs`: from the kill to the first activity. `stillAfterMs`: the longest bare write in that time.
 */
type Killed = {
  hadWorker: boolean;
  aliveMs: number;
  stillAfterMs: number;
  textMs: number;
  finished: boolean;
  twice: boolean;
};

async function killOnce(run: ChaosRun): Promise<Killed> {
  const { name, phase, stage, server, panel, random } = run;
  const seen = server.witness(name);
  await panel.click('New chat');
  await panel.chooseModel(phase);
  await startBareWrites(panel.page);
  await panel.ask(question(name));
  await reach(run);
  await pause(random() * LINGER_MS[phase]);
  const killedAt = Date.now();
  const hadWorker = await stage.killWorker();
  let since = Date.now();
  const textMs = phase === 'text' ? await textLost(stage.settings, name, seen.words, killedAt) : 0;
  if (phase === 'approval') {
    await pause(random() * 500);
    await allow(panel);
    since = Date.now();
  }
  const finished = await panel.waitForText(ending(name)).then(
    () => true,
    () => false,
  );
  const signs = [...seen.requests, ...seen.looks, ...seen.effects].filter((at) => at > since);
  // If the whole answer had arrived before the kill, no activity is needed.
  const aliveMs = signs.length > 0 ? Math.min(...signs) - since : finished ? 0 : WAIT_LIMIT_MS;
  const longestWrite = await endBareWrites(panel.page);
  return {
    hadWorker,
    aliveMs,
    stillAfterMs: longestWrite(since, since + aliveMs),
    textMs,
    finished,
    twice: seen.effects.length > 1,
  };
}

/** Maximum delay of a kill after its phase was reached, in milliseconds. */
const LINGER_MS: Record<Phase, number> = {
  headers: HEADERS_MS * 0.8,
  text: WORDS * 8,
  arguments: 250,
  tool: LOOK_MS * 0.8,
  commit: 25,
  approval: 300,
};

/** Waits until the run is in its phase. */
async function reach({ name, phase, server, panel }: ChaosRun): Promise<void> {
  const seen = server.witness(name);
  switch (phase) {
    case 'headers':
    case 'text':
    case 'arguments':
      return reached(() => seen.requests.length > 0);
    case 'tool':
      return reached(() => seen.looks.length > 0);
    case 'commit':
      await allow(panel);
      return reached(() => seen.effects.length > 0);
    case 'approval':
      await panel.waitForCard('note_down', 'approval-requested');
      return;
    default:
      return phase satisfies never;
  }
}

async function allow(panel: Panel): Promise<void> {
  await panel.waitForCard('note_down', 'approval-requested');
  await panel.allow();
}

async function reached(condition: () => boolean): Promise<void> {
  await waitUntil(condition, 'The run never got there.', { pauseMs: 2 });
}

function selectRunRows(rows: readonly Row[], runName: string): Row[] {
  const asked = rows.find(({ event }) => event.type === 'user-message' && event.content === question(runName));
  return rows.filter((row) => row.threadId === asked?.threadId);
}

function joinTextDeltas(rows: readonly Row[]): string {
  return rows.map(({ event }) => (event.type === 'text-delta' ? (event.delta ?? '') : '')).join('');
}

/**
 * The age, at the time of the kill, of the oldest word that the server had sent and the log did not have. In
 * milliseconds.
 */
async function textLost(page: Page, runName: string, words: readonly number[], killedAt: number): Promise<number> {
  const rows = selectRunRows(await readRows(page), runName);
  const reset = rows.findIndex(({ event }) => event.type === 'step-reset');
  const kept = joinTextDeltas(reset < 0 ? rows : rows.slice(0, reset)).match(/w\d+ /g)?.length ?? 0;
  const firstLost = words[kept];
  return firstLost === undefined ? 0 : Math.max(0, killedAt - firstLost);
}

/** Number of questions and run ends that are missing from the log. */
async function countLost(page: Page, runNames: readonly string[]): Promise<number> {
  const rows = await readRows(page);
  return runNames.reduce((lost, name) => {
    const own = selectRunRows(rows, name);
    return lost + (own.length === 0 ? 1 : 0) + (joinTextDeltas(own).includes(ending(name)) ? 0 : 1);
  }, 0);
}
