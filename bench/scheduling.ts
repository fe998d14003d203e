// npm run bench -- scheduling: measures the overhead of running tools. It uses real timers, so the wall times are
// meaningful.
import { median } from '../scripts/median.ts';
import '../lib/testing/english.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { runThread } from '../lib/agent/run/run-thread.ts';
import { createToolScheduler, TOOL_LIMITS, type ToolScheduler } from '../lib/agent/tool-execution/tool-scheduler.ts';
import { createModelProfile } from '../lib/contracts/model.ts';
import type { Tool } from '../lib/contracts/tool.ts';
import { askQuestion, scriptedDependencies, THREAD_ID } from '../lib/testing/agent/crash-scenario.ts';
import { memoryLog } from '../lib/testing/agent/memory-log.ts';
import {
  type ScriptLine,
  STEP_END,
  scriptedCall,
  scriptedModel,
  scriptedText,
} from '../lib/testing/agent/scripted-model.ts';
import { hasResult, scriptedTool } from '../lib/testing/agent/scripted-run.ts';
import type { Verdict } from './report.ts';

/** Prints figures that have no goals. */
export async function benchScheduling(): Promise<Verdict[]> {
  await warmUp();
  await liftedLimits();
  await defaultLimits();
  await earlyStart();
  return [];
}

const RUNS = 100;
const CALLS = ['a', 'b', 'c'];
const metrics = { record: () => undefined };
const now = () => Date.now();
const LIFTED = { perRun: Infinity, inAll: Infinity, waiting: Infinity };

/** One question whose answer makes `CALLS` parallel calls. Returns the milliseconds from question to answer. */
async function oneRun(scheduler: ToolScheduler, tool: Tool, stream: ScriptLine[]): Promise<number> {
  const log = memoryLog();
  await askQuestion(log, crypto.randomUUID());
  const client = scriptedModel((request) =>
    hasResult(request) ? [...scriptedText('All there.'), STEP_END] : [...stream, STEP_END],
  );
  const base = scriptedDependencies(log, { sent: [] }, () => []);
  const connect = async () => ({
    client,
    profile: createModelProfile({ toolMode: 'native', mayFallBack: true, toolTiming: { toolsFirst: 9, textFirst: 0 } }),
  });
  const models = { connect, learn: async () => undefined };
  const started = performance.now();
  const dependencies = { ...base, models, scheduler, tools: [tool], now, coalesceMs: 20, toolTimeoutMs: 60_000 };
  await runThread(THREAD_ID, dependencies, new AbortController().signal);
  return performance.now() - started;
}

const threeCalls = CALLS.flatMap((id) => scriptedCall(id, 'work', { word: id }));
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The first hundred runs include compilation. */
async function warmUp(): Promise<void> {
  const scheduler = createToolScheduler({ limits: LIFTED, metrics, now });
  const tool = scriptedTool('work', async () => 'done');
  await Promise.all(Array.from({ length: RUNS }, () => oneRun(scheduler, tool, threeCalls)));
}

async function liftedLimits(): Promise<void> {
  const scheduler = createToolScheduler({ limits: LIFTED, metrics, now });
  const tool = scriptedTool('work', async () => {
    await wait(2_000);
    return 'done';
  });
  const cpu = process.cpuUsage();
  const times = await Promise.all(Array.from({ length: RUNS }, () => oneRun(scheduler, tool, threeCalls)));
  const { user, system } = process.cpuUsage(cpu);
  console.log(`\n${RUNS} runs at once, three 2 s tools each, limits lifted`);
  console.log(
    `  average ${(sum(times) / RUNS / 1000).toFixed(3)} s, slowest ${(Math.max(...times) / 1000).toFixed(3)} s`,
  );
  console.log(`  CPU per run ${((user + system) / 1000 / RUNS).toFixed(2)} ms`);
}

/** With fewer slots than calls: how far a run with waiting calls falls behind the others. */
async function defaultLimits(): Promise<void> {
  const runs = 90;
  const scheduler = createToolScheduler({ limits: TOOL_LIMITS, metrics, now });
  const begun = Array.from({ length: runs }, () => 0);
  let lag = 0;
  const times = await Promise.all(
    begun.map((_, run) => {
      const tool = scriptedTool('work', async () => {
        begun[run] = (begun[run] ?? 0) + 1;
        lag = Math.max(lag, Math.max(...begun) - Math.min(...begun));
        await wait(200);
        return 'done';
      });
      return oneRun(scheduler, { ...tool, name: 'work' }, threeCalls);
    }),
  );
  console.log(`\n${runs} runs at once, three 200 ms tools each, default limits (${TOOL_LIMITS.inAll} at a time)`);
  console.log(
    `  slowest ${(Math.max(...times) / 1000).toFixed(2)} s, perfect ${(Math.ceil((runs * 3) / 32) * 0.2).toFixed(2)} s`,
  );
  console.log(`  most calls a run was ahead of another: ${lag}`);
}

/** When a tool starts whose call is complete while the response continues for two seconds. */
async function earlyStart(): Promise<void> {
  const delays: number[] = [];
  for (let n = 0; n < 5; n++) {
    let complete = 0;
    const tool = scriptedTool('work', async () => {
      delays.push(performance.now() - complete);
      return 'done';
    });
    const mark: ScriptLine = {
      type: 'pause',
      until: async () => {
        complete = performance.now();
      },
    };
    const [start, delta, available] = scriptedCall('a', 'work', {});
    const rest: ScriptLine[] = [{ type: 'pause', until: () => wait(2_000) }, ...scriptedText('And so on.')];
    const lines = [start, delta, mark, available, ...rest].filter((line) => line !== undefined);
    await oneRun(createToolScheduler({ limits: TOOL_LIMITS, metrics, now }), tool, lines);
  }
  console.log('\nA reading tool, its call complete at the start of a 2 s stream');
  console.log(`  starts after ${median(delays).toFixed(1)} ms (median of ${delays.length})`);
}
