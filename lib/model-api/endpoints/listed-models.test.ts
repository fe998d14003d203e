import { describe, expect, test } from 'vitest';
import type { HostKind } from '../../contracts/address.ts';
import type { ModelInterface } from '../../contracts/endpoint.ts';
import { type Answers, listFrom } from '../../testing/model-api/list-from.ts';
import { type RawRequest, startRawServer } from '../../testing/model-api/raw-server.ts';
import { listModels } from './list-models.ts';
import { NO_FACTS } from './listing-facts.ts';

describe('models that cannot chat are omitted', () => {
  const ids = async (answers: Answers, hostKind: HostKind = 'public', modelInterface?: ModelInterface) =>
    (await listFrom(answers, hostKind, modelInterface)).models.map(({ modelId }) => modelId);
  const named = (...names: string[]) => ({ data: names.map((id) => ({ id, object: 'model' })) });

  test('by their names, if the list gives no information', async () => {
    const listed = named('gpt-6.1-terra', 'whisper-1', 'dall-e-3', 'tts-1', 'text-embedding-3-large', 'gpt-4o');
    expect(await ids({ '/v1/models': listed })).toEqual(['gpt-6.1-terra', 'gpt-4o']);
  });

  test('but not by their names if the list says that they chat', async () => {
    const data = [
      { id: 'acme/whisper-13b', architecture: { output_modalities: ['text'] } },
      { id: 'acme/quiet', type: 'embedding' },
    ];
    expect(await ids({ '/v1/models': { data } })).toEqual(['acme/whisper-13b']);
  });

  test('unless the server has no others', async () => {
    expect(await ids({ '/v1/models': named('my-whisper') }, 'loopback')).toEqual(['my-whisper']);
  });

  test('by what Ollama and LiteLLM report of each', async () => {
    const ollama = {
      '/api/tags': { models: [{ name: 'qwen3' }, { name: 'acme-vectors' }] },
      '/api/show': ({ body }: RawRequest) =>
        JSON.stringify({ capabilities: body.includes('qwen3') ? ['completion', 'tools'] : ['embedding'] }),
    };
    expect(await ids(ollama, 'loopback', 'ollama')).toEqual(['qwen3']);
    const info = (model_name: string, model_info: object) => ({ model_name, model_info });
    const { models } = await listFrom({
      '/v1/models': named('house-model', 'house-vectors', 'house-unknown'),
      '/v1/model/info': {
        data: [
          info('house-model', { mode: 'chat', supports_vision: false, max_input_tokens: 8_192 }),
          info('house-vectors', { mode: 'embedding' }),
          info('house-unknown', { id: 'x' }),
        ],
      },
    });
    expect(models).toEqual([
      { modelId: 'house-model', facts: { ...NO_FACTS, vision: false, contextWindow: 8_192 } },
      { modelId: 'house-unknown', facts: NO_FACTS },
    ]);
  });
});

test('Gemini’s interface without its list has the list of the compatible one (quirk: gemini-without-list)', async () => {
  const { models, requests } = await listFrom(
    { '/v1/models': { data: [{ id: 'gemini-4-hydrogen' }] } },
    'loopback',
    'gemini',
    '/v1beta',
  );
  expect(models.map(({ modelId }) => modelId)).toEqual(['gemini-4-hydrogen']);
  expect(requests.slice(0, 2).map(({ path }) => path)).toEqual(['/v1beta/models?pageSize=1000', '/v1/models']);
  expect(requests[1]?.headers.authorization).toBe('Bearer sk-1');
});

test.each([
  [401, '{"error":"Unauthorized"}', 'missing'],
  [400, '{"error":{"message":"No connected db.","type":"no_db_connection"}}', 'refused'],
  [500, 'Internal Server Error', null],
])('a list that is refused with %i says what is wrong with the key', async (status, body, keyProblem) => {
  const server = await startRawServer((_request, response) => void response.writeHead(status).end(body));
  const options = { baseUrl: `${server.url}/v1`, apiKey: null, fetch, hostKind: 'loopback' } as const;
  const listing = listModels(options, new AbortController().signal).finally(() => server.close());
  await expect(listing).rejects.toMatchObject({ problem: { type: 'status', status }, keyProblem });
});
