import { expect, test } from 'vitest';
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
