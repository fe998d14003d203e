import { afterEach, describe, expect, test } from 'vitest';
import { applyObservation, unknownCapability } from '../../agent/capability/apply-observation.ts';
import type { CapabilityObservation } from '../../contracts/capability.ts';
import type {
  ModelInterface,
  ModelRequest,
  ModelSettings,
  ParameterRule,
  RequestQuirk,
} from '../../contracts/index.ts';
import { chunk, EVENT_STREAM, startRawServer } from '../../testing/model-api/raw-server.ts';
import { recordRequest, user } from '../../testing/model-api/recorded-request.ts';
import { closeServers, REQUEST, servers, TOOLS } from '../../testing/model-api/request-from-server.ts';
import { createModelClient, requestWithRetries } from './model-client.ts';
import { nearestEffort } from './parameter-rules.ts';
import { requestCapability } from './request-capability.ts';

afterEach(closeServers);

type Sent = {
  settings?: ModelSettings;
  rules?: ParameterRule[];
  quirks?: RequestQuirk[];
  change?: Partial<ModelRequest>;
};

async function recordBody(
  modelInterface: ModelInterface,
  { settings = {}, rules = [], quirks = [], change = {} }: Sent,
) {
  const more = { interface: modelInterface, settings };
  const { body } = await recordRequest([user('Where?')], { rules, quirks, change: { tools: TOOLS, ...change }, more });
  return body as Record<string, unknown> & { options?: object; generationConfig?: object };
}

describe('parameters are omitted, regardless of where they are', () => {
  const rules: ParameterRule[] = [
    { change: 'leave-out', parameters: ['temperature', 'top_p', 'thinkingBudget', 'keep_alive', 'store'] },
  ];
  const settings: ModelSettings = { temperature: 0.3, body: { top_p: 0.5, seed: 7 } };

  test('quirk: refused-parameter (chat completions)', async () => {
    const body = await recordBody('chat-completions', { settings, rules });
    expect(body).not.toHaveProperty('temperature');
    expect(body).not.toHaveProperty('top_p');
    expect(body).toMatchObject({ seed: 7, model: 'm' });
  });

  test('quirk: refused-parameter (other interfaces)', async () => {
    expect(await recordBody('anthropic-messages', { settings, rules })).not.toHaveProperty('temperature');
    const responses = await recordBody('openai-responses', { settings, rules });
    expect(responses).not.toHaveProperty('temperature');
    expect(responses).not.toHaveProperty('store');
    const gemini = await recordBody('gemini', { settings: { ...settings, reasoningEffort: 'none' }, rules });
    expect(JSON.stringify(gemini)).not.toMatch(/temperature|thinkingBudget/);
    const ollama = await recordBody('ollama', { settings: { temperature: 0.3, keepLoadedMinutes: 5 }, rules });
    expect(ollama).not.toHaveProperty('keep_alive');
    expect(ollama.options).not.toHaveProperty('temperature');
  });

  test('also marks in the conversation, but not the same words of a tool', async () => {
    const marks: ParameterRule[] = [{ change: 'leave-out', parameters: ['cache_control', 'strict', 'detail'] }];
    const jsonSchema = { type: 'object', properties: { strict: { type: 'boolean' }, detail: { type: 'string' } } };
    const tools = TOOLS.map((tool) => ({ ...tool, jsonSchema }));
    const anthropic = await recordBody('anthropic-messages', { rules: marks, change: { tools } });
    expect(JSON.stringify(anthropic)).not.toContain('cache_control');
    const responses = await recordBody('openai-responses', { rules: marks, change: { tools } });
    expect(responses.tools).toMatchObject([{ name: 'find', parameters: { properties: jsonSchema.properties } }]);
    expect(JSON.stringify(responses)).not.toContain('"strict":false');
  });

  test('stop sequences of the user as well (quirk: no-stop)', async () => {
    const settings: ModelSettings = { body: { stop: ['END'] } };
    const quirks: RequestQuirk[] = ['no-stop'];
    expect(await recordBody('chat-completions', { settings, quirks })).not.toHaveProperty('stop');
    const tagged = await recordBody('anthropic-messages', { quirks, change: { toolMode: 'tags' } });
    expect(tagged).not.toHaveProperty('stop_sequences');
  });

  test("a limit in the user's fields has the name that the server knows (quirk: max-completion-tokens)", async () => {
    const body = await recordBody('chat-completions', {
      settings: { body: { max_tokens: 500 } },
      quirks: ['max-completion-tokens'],
    });
    expect(body).toMatchObject({ max_completion_tokens: 500 });
    expect(body).not.toHaveProperty('max_tokens');
  });

  test('but never the conversation', async () => {
    const whole: ParameterRule[] = [{ change: 'leave-out', parameters: ['messages', 'model', 'content', 'name'] }];
    const body = await recordBody('chat-completions', { rules: whole });
    expect(body).toEqual(await recordBody('chat-completions', {}));
  });
});

describe('an effort', () => {
  test.each([
    ['xhigh', ['low', 'medium', 'high'], 'high'],
    ['minimal', ['low', 'high'], 'low'],
    ['medium', ['low', 'high'], 'low'],
    ['high', ['none'], undefined],
    ['none', ['minimal', 'low'], 'minimal'],
    ['none', ['none', 'high'], 'none'],
    ['low', [], undefined],
    [undefined, ['low'], undefined],
  ] as const)('of %s among %j becomes %s', (effort, known, nearest) => {
    expect(nearestEffort(effort, known)).toBe(nearest);
  });

  test('is sent as the nearest that the model knows', async () => {
    const rules: ParameterRule[] = [{ change: 'one-of', efforts: ['low', 'medium'] }];
    const settings: ModelSettings = { reasoningEffort: 'xhigh' };
    expect(await recordBody('chat-completions', { settings, rules })).toMatchObject({ reasoning_effort: 'medium' });
    expect(await recordBody('openai-responses', { settings, rules })).toMatchObject({
      reasoning: { effort: 'medium' },
    });
    expect(await recordBody('chat-completions', { rules })).not.toHaveProperty('reasoning_effort');
  });

  test('quirk: no-effort-with-tools', async () => {
    const rules: ParameterRule[] = [{ change: 'no-effort-with-tools' }];
    expect(await recordBody('chat-completions', { rules })).toMatchObject({ reasoning_effort: 'none' });
    const settings: ModelSettings = { reasoningEffort: 'high' };
    const without = await recordBody('chat-completions', { settings, rules, change: { tools: [] } });
    expect(without).toMatchObject({ reasoning_effort: 'high' });
  });
});

describe('a limit', () => {
  const rules: ParameterRule[] = [{ change: 'answer-at-most', tokens: 4_000 }];

  test('quirk: answer-limit, under all names, including in the user’s fields', async () => {
    expect(await recordBody('anthropic-messages', { rules })).toMatchObject({ max_tokens: 4_000 });
    const asked = { change: { maxOutputTokens: 9_000 }, rules };
    expect(await recordBody('chat-completions', asked)).toMatchObject({ max_tokens: 4_000 });
    expect(await recordBody('openai-responses', asked)).toMatchObject({ max_output_tokens: 4_000 });
    expect((await recordBody('gemini', asked)).generationConfig).toMatchObject({ maxOutputTokens: 4_000 });
    const settings: ModelSettings = { body: { max_tokens: 50_000 } };
    expect(await recordBody('chat-completions', { settings, rules })).toMatchObject({ max_tokens: 4_000 });
    expect(await recordBody('chat-completions', { rules })).not.toHaveProperty('max_tokens');
  });

  test('leaves room for thoughts within it', async () => {
    const settings: ModelSettings = { reasoningEffort: 'high' };
    const body = await recordBody('anthropic-messages', { settings, rules, quirks: ['thinking-budget'] });
    expect(body).toMatchObject({ max_tokens: 4_000, thinking: { budget_tokens: 2_976 } });
  });

  test('of thoughts is kept', async () => {
    const between: ParameterRule[] = [{ change: 'budget-between', least: 128, most: 20_000 }];
    const high = await recordBody('gemini', {
      settings: { reasoningEffort: 'xhigh', body: { generationConfig: { thinkingConfig: { thinkingBudget: 1 } } } },
      rules: between,
    });
    const budget = /"thinkingBudget":(\d+)/.exec(JSON.stringify(high))?.[1];
    if (budget !== undefined) expect(Number(budget)).toBeLessThanOrEqual(20_000);
    else expect(JSON.stringify(high)).toContain('thinkingLevel');
  });
});

test('quirk: no-system-role: the prompt is in the first question, in every interface and with tags', async () => {
  for (const modelInterface of ['anthropic-messages', 'openai-responses', 'gemini', 'ollama'] as const) {
    for (const toolMode of ['native', 'tags'] as const) {
      const body = await recordBody(modelInterface, { quirks: ['no-system-role'], change: { toolMode } });
      for (const field of ['system', 'instructions', 'systemInstruction']) expect(body).not.toHaveProperty(field);
      expect(JSON.stringify(body)).not.toContain('"role":"system"');
      const conversation = JSON.stringify(body.messages ?? body.input ?? body.contents);
      expect(conversation).toContain('Be brief.');
      expect(conversation.indexOf('Be brief.')).toBeLessThan(conversation.indexOf('Where?'));
      if (toolMode === 'tags') expect(conversation).toContain('find(query');
    }
  }
});

/** A server that refuses requests by their body. Returns the bodies that it received. */
async function refusingServer(refuse: (body: Record<string, unknown>) => string | null) {
  const bodies: Record<string, unknown>[] = [];
  const server = await startRawServer((request, response) => {
    const body = JSON.parse(request.body);
    bodies.push(body);
    const words = refuse(body);
    if (words === null) response.writeHead(200, EVENT_STREAM).end(chunk({ content: 'ok' }, 'stop'));
    else response.writeHead(400).end(JSON.stringify({ error: { message: words } }));
  });
  servers.push(server);
  return { server, bodies };
}

describe('a refusal is followed by the request that the server takes, and by no other refusal', () => {
  test.each<[name: string, settings: ModelSettings, refuse: (body: Record<string, unknown>) => string | null]>([
    [
      'a temperature',
      { temperature: 0.2 },
      (body) => ('temperature' in body ? 'temperature is not supported with this model' : null),
    ],
    [
      'two parameters one after the other',
      { temperature: 0.2, body: { seed: 4 } },
      (body) =>
        'temperature' in body
          ? "Unsupported parameter: 'temperature'"
          : 'seed' in body
            ? "Unsupported parameter: 'seed'"
            : null,
    ],
    [
      'an effort',
      { reasoningEffort: 'xhigh' },
      (body) => (body.reasoning_effort === 'xhigh' ? 'reasoning_effort: Input should be "low" or "high"' : null),
    ],
    [
      'an effort beside tools',
      {},
      (body) =>
        body.tools && body.reasoning_effort !== 'none'
          ? "Function tools with reasoning_effort are not supported. Set reasoning_effort to 'none'."
          : null,
    ],
    [
      'a limit',
      { body: { max_tokens: 99_000 } },
      (body) =>
        Number(body.max_tokens) > 8_000
          ? `max_tokens must be less than or equal to 8000, got ${body.max_tokens}`
          : null,
    ],
    [
      'a schema',
      {},
      (body) =>
        JSON.stringify(body.tools).includes('anyOf') ? 'Failed to initialize samplers: failed to parse grammar' : null,
    ],
  ])('%s', async (_, settings, refuse) => {
    const { server, bodies } = await refusingServer(refuse);
    let capability = unknownCapability({ endpointId: 'e', modelId: 'm' }, server.url);
    const access = {
      connect: async () =>
        createModelClient({
          baseUrl: `${server.url}/v1`,
          hostKind: 'public',
          apiKey: null,
          fetch,
          settings,
          known: requestCapability(capability, 1),
        }),
      learn: async (observation: CapabilityObservation) => {
        capability = applyObservation(capability, observation, 1);
      },
    };
    const either = {
      ...TOOLS[0],
      name: 'either',
      jsonSchema: { type: 'object', properties: { a: { type: ['string', 'number'] } } },
    };
    const request = { ...REQUEST, tools: [...TOOLS, either as (typeof TOOLS)[number]] };
    for (let question = 0; question < 2; question++) {
      const events: string[] = [];
      for await (const event of requestWithRetries(access, request, new AbortController().signal))
        events.push(event.type);
      expect(events).toContain('text-delta');
      expect(events).not.toContain('failure');
    }
    // The second question is sent in the accepted form right away.
    expect(bodies.at(-1)).toEqual(bodies.at(-2));
    expect(bodies.length).toBeLessThanOrEqual(4);
  });
});
