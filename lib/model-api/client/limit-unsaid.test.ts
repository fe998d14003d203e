import { afterEach, describe, expect, test } from 'vitest';
import { ModelInterface } from '../../contracts/endpoint.ts';
import type { ModelEvent } from '../../contracts/model-client.ts';
import { WIRES } from '../../testing/model-api/conformance/wires.ts';
import { startRawServer } from '../../testing/model-api/raw-server.ts';
import { closeServers, REQUEST, servers } from '../../testing/model-api/request-from-server.ts';
import { createModelClient } from './model-client.ts';

afterEach(closeServers);

/** How a client reports the end of an answer that its server calls complete, with `output` of the 64 allowed tokens. */
async function readEnd(modelInterface: ModelInterface, output: number) {
  const { begin, say, end, contentType } = WIRES[modelInterface];
  const counts = { input: 9, cached: 0, output };
  const said = [{ type: 'text' as const, text: 'At nine.' }];
  const pieces = [...begin(counts), ...say(said), ...end({ type: 'answer', said, end: 'stop', counts })];
  const server = await startRawServer((_request, response) => {
    response.writeHead(200, { 'content-type': contentType }).end(pieces.join(''));
  });
  servers.push(server);
  const client = createModelClient({
    baseUrl: `${server.url}/v1`,
    hostKind: 'public',
    apiKey: null,
    fetch,
    interface: modelInterface,
  });
  const events: ModelEvent[] = [];
  for await (const event of client.stream({ ...REQUEST, maxOutputTokens: 64 }, new AbortController().signal))
    events.push(event);
  return events.at(-1);
}

describe.each(ModelInterface.options)('over %s, an answer that is called complete (quirk: limit-unsaid)', (wire) => {
  test('counts as cut off if it has as many tokens as allowed', async () => {
    expect(await readEnd(wire, 64)).toMatchObject({ type: 'step-end', finishReason: 'length' });
  });

  test('is complete with fewer tokens, or with more because the server has no limit', async () => {
    expect(await readEnd(wire, 63)).toMatchObject({ type: 'step-end', finishReason: 'stop' });
    expect(await readEnd(wire, 65)).toMatchObject({ type: 'step-end', finishReason: 'stop' });
  });
});
