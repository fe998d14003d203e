import { afterEach, describe, expect, test } from 'vitest';
import { applyObservation, unknownCapability } from '../../agent/capability/apply-observation.ts';
import type { ModelInterface } from '../../contracts/index.ts';
import { MODEL } from '../../testing/agent/crash-scenario.ts';
import { scriptedRun } from '../../testing/agent/scripted-run.ts';
import { chunk, EVENT_STREAM, startRawServer } from '../../testing/model-api/raw-server.ts';
import { closeServers, servers } from '../../testing/model-api/request-from-server.ts';
import { createModelClient } from './model-client.ts';
import { chooseToolMode, requestCapability } from './request-capability.ts';

afterEach(closeServers);

/** Sends one question to a server that refuses bodies. Returns what was sent and how the run ended. */
async function askServer(
  modelInterface: ModelInterface,
  refuses: (body: { tools?: unknown }) => boolean,
  words: string,
) {
  const bodies: { tools?: unknown }[] = [];
  const server = await startRawServer((request, response) => {
    const body = JSON.parse(request.body);
    bodies.push(body);
    if (refuses(body)) response.writeHead(400).end(JSON.stringify({ error: { message: words } }));
    else if (modelInterface === 'gemini') {
      const parts = [{ text: 'At nine.' }];
      const answer = { candidates: [{ content: { parts }, finishReason: 'STOP', index: 0 }] };
      response.writeHead(200, EVENT_STREAM).end(`data: ${JSON.stringify(answer)}\n\n`);
    } else response.writeHead(200, EVENT_STREAM).end(chunk({ content: 'At nine.' }, 'stop'));
  });
  servers.push(server);
  let capability = unknownCapability(MODEL, server.url);
  const base = scriptedRun(() => []).dependencies.models;
  const models = {
    connect: async () => {
      const connection = await base.connect(MODEL);
      const client = createModelClient({
        baseUrl: `${server.url}/v1`,
        hostKind: 'public',
        apiKey: null,
        fetch,
        interface: modelInterface,
        known: requestCapability(capability, 1),
      });
      return 'failure' in connection
        ? connection
        : { client, profile: { ...connection.profile, ...chooseToolMode(capability, 'm', 1) } };
    },
    learn: async (_model: unknown, observation: Parameters<typeof applyObservation>[1]) => {
      capability = applyObservation(capability, observation, 1);
    },
  };
  const { run, answer } = scriptedRun(() => [], { models });
  await run();
  return { bodies, outcome: answer().outcome };
}

describe('quirk: plain-schemas', () => {
  test.each([
    'Failed to initialize samplers: failed to parse grammar',
    'Error rendering prompt with jinja template: "Unknown schema type"',
    "Invalid schema for function 'lookup': 'items' is required",
  ])('after the plainest schemas the same step continues with tags: %s', async (words) => {
    const { bodies, outcome } = await askServer('chat-completions', (body) => body.tools !== undefined, words);
    expect(outcome).toEqual({ type: 'complete' });
    expect(bodies.map((body) => body.tools !== undefined)).toEqual([true, true, false]);
  });

  test('an interface whose schemas are already the plainest continues with tags immediately', async () => {
    const words = 'GenerateContentRequest.tools[0].function_declarations[0].parameters: schema is invalid';
    const { bodies, outcome } = await askServer('gemini', (body) => body.tools !== undefined, words);
    expect(outcome).toEqual({ type: 'complete' });
    expect(bodies).toHaveLength(2);
  });
});
