import { describe, expect, test } from 'vitest';
import { chunk, EVENT_STREAM } from '../../../testing/model-api/raw-server.ts';
import { assistantTurn, call, recordRequest, toolMessage, user } from '../../../testing/model-api/recorded-request.ts';
import { REQUEST } from '../../../testing/model-api/request-from-server.ts';
import { createModelClient } from '../../client/model-client.ts';
import { fixedQuirks } from '../../presets/presets.ts';

const mark = { cache_control: { type: 'ephemeral' } };
const quirks = ['cache-control' as const];
const image = { mediaType: 'image/jpeg', data: 'AAAA', width: 8, height: 6 } as const;

describe('a prompt cache that needs marks', () => {
  test('has marks on the system prompt and the last user turn', async () => {
    const history = [
      user('Where?'),
      assistantTurn('', call('a')),
      toolMessage('a'),
      assistantTurn('There.'),
      user('And then?'),
    ];
    const { messages } = await recordRequest(history, { quirks });
    expect(messages[0]).toEqual({ role: 'system', content: [{ type: 'text', text: 'Be brief.', ...mark }] });
    expect(messages.at(-1)).toEqual({ role: 'user', content: [{ type: 'text', text: 'And then?', ...mark }] });
    expect(JSON.stringify(messages).match(/cache_control/g)).toHaveLength(2);
  });

  test('has its mark on the last text of a turn with pictures', async () => {
    const attached = { delimiter: 'f', data: [], images: [{ name: 'a', image }] };
    const { messages } = await recordRequest([{ role: 'user', content: 'What is this?', attached }], { quirks });
    const content = messages.at(-1)?.content as object[];
    expect(content.at(-1)).toEqual({ type: 'text', text: 'What is this?', ...mark });
    expect(JSON.stringify(content).match(/cache_control/g)).toHaveLength(1);
  });

  test('keeps results where they are, in each tool mode', async () => {
    for (const toolMode of ['native', 'tags', 'none'] as const) {
      const history = [user('Where?'), assistantTurn('', call('a')), toolMessage('a')];
      const { messages } = await recordRequest(history, { quirks, change: { toolMode } });
      expect(JSON.stringify(messages.slice(1)).match(/cache_control/g), toolMode).toHaveLength(1);
    }
  });

  test('has no other marks', async () => {
    expect(JSON.stringify((await recordRequest([user('Where?')])).body)).not.toContain('cache_control');
  });
});

test("only Anthropic's models at OpenRouter get marks", () => {
  const at = (baseUrl: string, modelId: string) => fixedQuirks(baseUrl, modelId);
  expect(at('https://openrouter.ai/api/v1', 'anthropic/claude-sonnet-5')).toEqual(['cache-control']);
  expect(at('https://openrouter.ai/api/v1', 'openai/gpt-5')).toEqual([]);
  expect(at('https://openrouter.ai.evil.test/api/v1', 'anthropic/claude-sonnet-5')).toEqual([]);
  expect(at('https://api.anthropic.com/v1', 'claude-sonnet-5')).toEqual([]);
  expect(at('not an address', 'anthropic/x')).toEqual([]);
});

test('a request to such a model has the marks', async () => {
  const bodies: string[] = [];
  const recording: typeof fetch = async (_url, init) => {
    bodies.push(String(init?.body));
    return new Response(chunk({ content: 'ok' }, 'stop'), { headers: EVENT_STREAM });
  };
  const baseUrl = 'https://openrouter.ai/api/v1';
  const client = createModelClient({ baseUrl, hostKind: 'public', apiKey: 'sk-1', fetch: recording });
  for (const modelId of ['anthropic/claude-sonnet-5', 'openai/gpt-5']) {
    for await (const _ of client.stream({ ...REQUEST, modelId }, new AbortController().signal));
  }
  expect(bodies.map((body) => body.includes('cache_control'))).toEqual([true, false]);
});
