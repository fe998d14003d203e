import { afterEach, expect, test } from 'vitest';
import { applyObservation, unknownCapability } from '../../agent/capability/apply-observation.ts';
import { MODEL, THREAD_ID } from '../../testing/agent/crash-scenario.ts';
import { scriptedRun } from '../../testing/agent/scripted-run.ts';
import { chunk, EVENT_STREAM, startRawServer } from '../../testing/model-api/raw-server.ts';
import { closeServers, servers } from '../../testing/model-api/request-from-server.ts';
import { createModelClient } from './model-client.ts';

afterEach(closeServers);

const IMAGE = { mediaType: 'image/png' as const, data: 'iVBORw0KGgo=', width: 1, height: 1 };
const QUESTION = {
  type: 'user-message' as const,
  messageId: 'q',
  content: 'What is it?',
  files: [{ type: 'image' as const, name: 'map.png', image: IMAGE }],
};

test.each([
  [500, 'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj'],
  [500, 'this model is missing data required for image input'],
  [400, 'm is not a multimodal model'],
  [404, 'No endpoints found that support image input'],
  [422, 'messages.1.content: Input should be a valid string'],
])('quirk: refused-picture: %i %s', async (status, words) => {
  const bodies: string[] = [];
  const server = await startRawServer(({ body }, response) => {
    bodies.push(body);
    if (body.includes('image_url')) response.writeHead(status).end(JSON.stringify({ error: { message: words } }));
    else response.writeHead(200, EVENT_STREAM).end(chunk({ content: 'I cannot see it.' }, 'stop'));
  });
  servers.push(server);
  let capability = unknownCapability(MODEL, server.url);
  const client = createModelClient({ baseUrl: `${server.url}/v1`, hostKind: 'public', apiKey: null, fetch });
  const base = scriptedRun(() => []).dependencies.models;
  const models = {
    connect: async () => {
      const connection = await base.connect(MODEL);
      return 'failure' in connection
        ? connection
        : { client, profile: { ...connection.profile, vision: capability.vision } };
    },
    learn: async (_model: unknown, observation: Parameters<typeof applyObservation>[1]) => {
      capability = applyObservation(capability, observation, 1);
    },
  };
  const { log, goOn, answer } = scriptedRun(() => [], { models });
  const start = { runId: 'r', messageId: 'q', model: MODEL, tabId: null, page: null, maxSteps: 5 };
  await log.append(THREAD_ID, [QUESTION, { type: 'run-start', ...start }], null);
  await goOn();
  expect(answer()).toMatchObject({ outcome: { type: 'complete' }, steps: [{ notices: [{ code: 'no-pictures' }] }] });
  expect(capability.vision).toBe(false);
  expect(bodies).toHaveLength(2);
  expect(bodies[1]).toContain('which you cannot see');
});
