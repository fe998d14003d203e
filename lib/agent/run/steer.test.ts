import { expect, test } from 'vitest';
import type { LoggedEvent, ThreadEvent } from '../../contracts/event.ts';
import type { ModelRequest } from '../../contracts/model-client.ts';
import type { ThreadLog } from '../../contracts/thread-log.ts';
import { askQuestion, fold, runToEnd, scriptedDependencies, THREAD_ID } from '../../testing/agent/crash-scenario.ts';
import { KilledError, memoryLog } from '../../testing/agent/memory-log.ts';
import { type ScriptLine, STEP_END, scriptedText } from '../../testing/agent/scripted-model.ts';
import { scriptedRun } from '../../testing/agent/scripted-run.ts';
import { asked, buildThread, called, gave, runStart, step, textDelta } from '../../testing/agent/scripted-thread.ts';
import { modelMessages } from '../context/model-context.ts';

const STEER: ThreadEvent = { type: 'run-steer', messageId: 'm', content: 'Shorter.' };
const brief = (request: Pick<ModelRequest, 'messages'>) =>
  request.messages.map(({ role, content }) => `${role}: ${content}`);

test('a steer is placed after all results, before the next step', () => {
  const thread = buildThread(
    asked('q', 'Why?'),
    runStart('r'),
    ...step('r:0', ...called('a', 'look'), STEER),
    gave('a', 'seen'),
    ...step('r:1', textDelta('Because.')),
  );
  expect(brief({ messages: modelMessages(thread) })).toEqual([
    'user: Why?',
    'assistant: ',
    'tool: seen',
    'user: Shorter.',
    'assistant: Because.',
  ]);
});

test('a steer and the request to go on keep their places in later requests', () => {
  const before = [asked('q', 'Why?'), runStart('r'), ...step('r:0', textDelta('Let me check that first.'), STEER)];
  const first = brief({ messages: modelMessages(buildThread(...before)) });
  const after = buildThread(...before, ...step('r:1', ...called('a', 'look')), gave('a', 'seen'));
  expect(first.slice(-2)).toEqual([expect.stringContaining('only announced'), 'user: Shorter.']);
  expect(brief({ messages: modelMessages(after) }).slice(0, first.length)).toEqual(first);
});

test('a steer that arrives while a request is being built is sent with it', async () => {
  const { run, log, client, answer } = scriptedRun(() => [...scriptedText('Short.'), STEP_END], {
    context: {
      instructions: async () => {
        await log.append(THREAD_ID, [STEER], 'run');
        return '';
      },
    },
  });
  await run();
  expect(client.requests.map((request) => brief(request).at(-1))).toEqual(['user: Shorter.']);
  expect(answer().outcome).toEqual({ type: 'complete' });
});

/**
 * Runs a question whose answer says whether the model received the message that the user added during the first answer.
 */
async function steered(kill: number) {
  const rows: LoggedEvent[] = [];
  const say = async (log: ThreadLog) => {
    if (!rows.some(({ event }) => event.type === 'run-steer')) await log.append(THREAD_ID, [STEER], 'run');
  };
  const server = (request: ModelRequest): ScriptLine[] =>
    request.messages.some(({ content }) => content === 'Shorter.')
      ? [...scriptedText('Short.'), STEP_END]
      : [
          ...scriptedText('A long '),
          { type: 'pause', until: () => say(memoryLog(rows)) },
          ...scriptedText('one.'),
          STEP_END,
        ];
  await askQuestion(memoryLog(rows));
  let killed = false;
  for (const log of [memoryLog(rows, kill), memoryLog(rows)]) {
    await runToEnd(log, scriptedDependencies(log, { sent: [] }, server)).catch((error: unknown) => {
      if (!(error instanceof KilledError)) throw error;
      killed = true;
    });
  }
  return { run: fold(rows).messages.at(-1), killed };
}

test('a run continues until a step has seen every steer, wherever its worker is stopped', async () => {
  for (let kill = 0; ; kill++) {
    const { run, killed } = await steered(kill);
    expect(run, `killed after ${kill} appends`).toMatchObject({ role: 'assistant', outcome: { type: 'complete' } });
    expect(JSON.stringify(run), `killed after ${kill} appends`).toContain('Short.');
    if (!killed) return;
  }
});
