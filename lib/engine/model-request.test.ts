import { expect, test } from 'vitest';
import { STEP_END, scriptedText } from './scripted-model.ts';
import { scriptedRun } from './scripted-run.ts';

test('a model is told what the person added to our prompt, after it, and how long it may answer', async () => {
  const connection = { systemPrompt: 'Always answer in rhymes.', maxOutputTokens: 300 };
  const { client, run } = scriptedRun(() => [...scriptedText('Done.'), STEP_END], {}, connection);
  await run();
  const [request] = client.requests;
  expect(request?.system).toMatch(/^You are Sidenote[\s\S]*\nAlways answer in rhymes\.$/);
  expect(request?.maxOutputTokens).toBe(300);
});
