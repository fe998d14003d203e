import { expect, test } from 'vitest';
import { joinRunText, scriptedRun, scriptedTool } from '../../lib/testing/agent/scripted-run.ts';
import { chunk, sse, startRawServer } from '../../lib/testing/model-api/raw-server.ts';
import { createRealModelClient } from '../../lib/testing/network-faults/fault-run.ts';
import { countCalls, saveCallPath } from './files-called.ts';

test('a text delta passes few files from its bytes to the log', async () => {
  const [more, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const server = await startRawServer(async (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write(chunk({ role: 'assistant', content: 'One ' }));
    await more.promise;
    response.write(chunk({ content: 'two ' }));
    await end.promise;
    response.end(chunk({}, 'stop') + sse('[DONE]'));
  });
  const run = scriptedRun(() => [], {}, { client: createRealModelClient(server.url) });
  const filesCalled = await countCalls();
  const done = run.run();
  await expect.poll(() => JSON.stringify(run.rows), { interval: 5 }).toContain('One ');
  await filesCalled();
  more.resolve();
  await expect.poll(() => JSON.stringify(run.rows), { interval: 5 }).toContain('two ');
  const files = await filesCalled();
  end.resolve();
  await done;
  await server.close();
  expect(joinRunText(run.answer())).toBe('One two ');
  saveCallPath('one text delta', files);
  expect(files.length).toBeLessThanOrEqual(23);
});

test('a refusal passes few files until the next request', async () => {
  const filesCalled = await countCalls();
  let files: string[] = [];
  const server = await startRawServer(async (request, response) => {
    if (request.body.includes('"tools"')) {
      await filesCalled();
      response.writeHead(400).end('{"error":{"message":"this model does not support tools"}}');
      return;
    }
    files = await filesCalled();
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.end(chunk({ content: 'Well.' }, 'stop') + sse('[DONE]'));
  });
  const look = scriptedTool('look', async () => 'seen');
  const run = scriptedRun(() => [], { tools: [look] }, { client: createRealModelClient(server.url) });
  await run.run();
  await server.close();
  expect(joinRunText(run.answer())).toBe('Well.');
  saveCallPath('a refusal to the next request', files);
  expect(files.length).toBeLessThanOrEqual(70);
});
