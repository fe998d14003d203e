import { describe, expect, test } from 'vitest';
import { defineTool, type ToolOutputDelta } from '../../contracts/index.ts';
import { STEP_END, scriptedCall, scriptedText } from '../../testing/agent/scripted-model.ts';
import { hasResult, scriptedRun, scriptedTool } from '../../testing/agent/scripted-run.ts';

const TOOLS = [scriptedTool('look', async () => 'Seen.')];

async function resultOf(leftOut: string[] | undefined): Promise<string | undefined> {
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

test('a result names the arguments that were left out', async () => {
  expect(await resultOf(['max', 'depth'])).toBe(
    'Seen.\n\nNote: look does not take "max", "depth"; the call was made without.',
  );
  expect(await resultOf(undefined)).toBe('Seen.');
});

describe('what a running call has found', () => {
  const page = (number: number, text: string): ToolOutputDelta => ({
    kind: 'pdf-pages',
    items: [{ page: number, text }],
  });

  /** The log of a run with a call that finds this before its result. */
  async function rowsOf(...found: ToolOutputDelta[]) {
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

  test('is in the log as it came, once each, and never reaches the model', async () => {
    const { deltas, client } = await rowsOf(page(1, 'First page.'), page(2, 'Second page.'));
    expect(deltas).toEqual([page(1, 'First page.'), page(2, 'Second page.')]);
    expect(JSON.stringify(client.requests)).toContain('The result.');
    expect(JSON.stringify(client.requests)).not.toMatch(/First page|Second page/);
  });

  test('is logged up to a limit, by whole items', async () => {
    const long = 'x'.repeat(140_000);
    const two = {
      kind: 'pdf-pages' as const,
      items: [...page(2, long).items, ...page(3, long).items],
    } as ToolOutputDelta;
    const { deltas } = await rowsOf(page(1, long), two, page(4, 'Short.'));
    expect(deltas.map(({ items }) => items.map((item) => ('page' in item ? item.page : 0)))).toEqual([[1], [2]]);
  });
});
