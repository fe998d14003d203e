import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { defineTool, type ElicitationForm, listToolCalls, type ToolOutputDelta } from '../../contracts/index.ts';
import { STEP_END, scriptedCall, scriptedText } from '../../testing/agent/scripted-model.ts';
import { hasResult, scriptedRun, scriptedTool } from '../../testing/agent/scripted-run.ts';

const TOOLS = [scriptedTool('look', async () => 'Seen.')];

async function runWithLeftOut(leftOut: string[] | undefined): Promise<string | undefined> {
  const { run, client } = scriptedRun(
    (request) => {
      if (hasResult(request)) return [...scriptedText('Done.'), STEP_END];
      const call = scriptedCall('a', 'look', {}).map((event) =>
        event.type === 'tool-input-available' && leftOut ? { ...event, leftOut } : event,
      );
      return [...call, STEP_END];
    },
    { tools: TOOLS },
  );
  await run();
  return client.requests.at(-1)?.messages.flatMap((each) => (each.role === 'tool' ? [each.content] : []))[0];
}

test('a result names the arguments that were omitted', async () => {
  expect(await runWithLeftOut(['max', 'depth'])).toBe(
    'Seen.\n\nNote: look does not take "max", "depth"; the call was made without.',
  );
  expect(await runWithLeftOut(undefined)).toBe('Seen.');
});

describe('what a running call has found', () => {
  const page = (number: number, text: string): ToolOutputDelta => ({
    kind: 'pdf-pages',
    items: [{ page: number, text }],
  });

  /** The log of a run with a call that reports these findings before its result. */
  async function runWithFindings(...found: ToolOutputDelta[]) {
    const tool = defineTool({
      ...scriptedTool('read', async () => ''),
      async *execute() {
        yield* found;
        return { content: 'The result.' };
      },
    });
    const { run, rows, client } = scriptedRun(
      (request) =>
        hasResult(request)
          ? [...scriptedText('Done.'), STEP_END]
          : [...scriptedCall('a', 'read', {}), { type: 'step-end', finishReason: 'tool-calls' }],
      { tools: [tool] },
    );
    await run();
    const deltas = rows.flatMap(({ event }) => (event.type === 'tool-output-delta' ? [event.delta] : []));
    return { deltas, client };
  }

  const listPageNumbers = (deltas: readonly ToolOutputDelta[]) =>
    deltas.map(({ items }) => items.map((item) => ('page' in item ? item.page : 0)));

  test('is in the log as it came, once each, and never reaches the model', async () => {
    const { deltas, client } = await runWithFindings(page(1, 'First page.'), page(2, 'Second page.'));
    expect(deltas).toEqual([page(1, 'First page.'), page(2, 'Second page.')]);
    expect(JSON.stringify(client.requests)).toContain('The result.');
    expect(JSON.stringify(client.requests)).not.toMatch(/First page|Second page/);
  });

  test('is logged up to a limit, in whole items', async () => {
    const long = 'x'.repeat(140_000);
    const two = {
      kind: 'pdf-pages' as const,
      items: [...page(2, long).items, ...page(3, long).items],
    } as ToolOutputDelta;
    expect(listPageNumbers((await runWithFindings(page(1, long), two, page(4, 'Short.'))).deltas)).toEqual([[1], [2]]);
    expect(
      listPageNumbers((await runWithFindings(page(1, long), page(2, `${long}${long}`), page(4, 'Short.'))).deltas),
    ).toEqual([[1]]);
  });

  test('is logged if it has exactly the size of the limit', async () => {
    const frame = JSON.stringify({ page: 1, text: '' }).length;
    const ofSize = (size: number) => page(1, 'x'.repeat(size - frame));
    expect(listPageNumbers((await runWithFindings(ofSize(300_000), page(2, 'Short.'))).deltas)).toEqual([[1]]);
    expect(listPageNumbers((await runWithFindings(ofSize(300_001))).deltas)).toEqual([]);
  });
});

test('a tool that continues after its timeout is ended at its next report, which is not logged', async () => {
  const ended = Promise.withResolvers<string>();
  const tool = defineTool({
    ...scriptedTool('sleep', async () => ''),
    timeoutMs: 20,
    async *execute(_input, { signal }) {
      try {
        await once(signal, 'abort');
        yield { message: 'late' };
        ended.resolve('went on');
      } finally {
        ended.resolve('cleaned up');
      }
      return { content: 'too late' };
    },
  });
  const { run, rows } = scriptedRun(
    (request) =>
      hasResult(request) ? [...scriptedText('Too slow.'), STEP_END] : [...scriptedCall('a', 'sleep', {}), STEP_END],
    { tools: [tool] },
  );
  await run();
  expect(await ended.promise).toBe('cleaned up');
  const types = rows.map(({ event }) => event.type).filter((type) => type.startsWith('tool-'));
  expect(types.slice(-2)).toEqual(['tool-output-start', 'tool-output-error']);
});

describe('a form that a tool shows', () => {
  const FORM: ElicitationForm = { server: { name: 'Weather', url: 'https://mcp.test/' }, message: 'Who?', fields: [] };

  /** The log of a run whose tool shows a form that is withdrawn, and continues without an answer. */
  async function runWithWithdrawnForm(withdraw: 'before it is shown' | 'while it is written') {
    const form = new AbortController();
    const tool = defineTool({
      ...scriptedTool('ask', async () => ''),
      async *execute(_input, { elicit }) {
        yield {};
        if (withdraw === 'before it is shown') form.abort(new Error('withdrawn'));
        const answer = await elicit?.(FORM, form.signal).catch((error: Error) => error.message);
        return { content: `No answer: ${answer}.` };
      },
    });
    const { run, log, rows, answer } = scriptedRun(
      (request) =>
        hasResult(request) ? [...scriptedText('Done.'), STEP_END] : [...scriptedCall('a', 'ask', {}), STEP_END],
      { tools: [tool] },
    );
    const append = log.append.bind(log);
    log.append = async (...events) => {
      if (events[1].some(({ type }) => type === 'tool-elicitation-request')) {
        form.abort(new Error('withdrawn'));
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return append(...events);
    };
    await run();
    const [call] = answer().steps.flatMap(listToolCalls);
    return { forms: rows.map(({ event }) => event).filter(({ type }) => type.startsWith('tool-elicitation')), call };
  }

  const output = { content: 'No answer: withdrawn.' };

  test('is not shown if it was withdrawn before', async () => {
    const { forms, call } = await runWithWithdrawnForm('before it is shown');
    expect(forms).toEqual([]);
    expect(call).toMatchObject({ state: 'output-available', output });
  });

  test('is removed, without an unhandled error, if it was withdrawn while it was written', async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => void unhandled.push(error);
    process.on('unhandledRejection', note);
    try {
      const { forms, call } = await runWithWithdrawnForm('while it is written');
      expect(forms).toMatchObject([
        { type: 'tool-elicitation-request', form: FORM },
        { type: 'tool-elicitation-response', action: 'cancel' },
      ]);
      expect(call).toMatchObject({ state: 'output-available', output });
    } finally {
      process.off('unhandledRejection', note);
    }
    expect(unhandled).toEqual([]);
  });
});
