import { describe, expect, test } from 'vitest';
import type { CapabilityObservation } from '../../contracts/capability.ts';
import type { ModelRequest } from '../../contracts/model-client.ts';
import { type ScriptLine, scriptedCall, scriptedModel, scriptedText } from '../../testing/agent/scripted-model.ts';
import { probeObservation, probeTools } from './capability-probe.ts';

const failure = (detail: string) => ({ code: 'bad-response', message: 'No.', detail, retryable: false }) as const;
const end = (inputTokens?: number, finishReason: 'stop' | 'length' = 'stop'): ScriptLine => ({
  type: 'step-end',
  finishReason,
  ...(inputTokens === undefined ? {} : { usage: { inputTokens } }),
});
const refuses = (
  detail: string,
  observation: CapabilityObservation | null,
  reason: 'retry' | 'tools-unsupported' = 'retry',
): ScriptLine[] => [{ type: 'retry', reason, observation: observation, afterMs: 0, failure: failure(detail) }];
const NO_TOOLS: CapabilityObservation = {
  type: 'tools',
  supportsTools: false,
  source: 'error',
  evidence: 'no tools here',
};
const hasResult = (request: ModelRequest) => request.messages.some((message) => message.role === 'tool');

async function probe(script: (request: ModelRequest, learned: CapabilityObservation[]) => ScriptLine[]) {
  const learned: CapabilityObservation[] = [];
  const client = scriptedModel((request) => script(request, learned));
  const modelAccess = {
    connect: async () => client,
    learn: async (observation: CapabilityObservation) => void learned.push(observation),
  };
  return {
    probed: await probeTools(modelAccess, 'm', new AbortController().signal),
    requests: client.requests,
    learned,
  };
}

describe('the probe for native tools', () => {
  test('yes: the model calls the offered tool and uses the result, in two small requests', async () => {
    const { probed, requests } = await probe((request) =>
      hasResult(request)
        ? [...scriptedText('It is harbour.'), end()]
        : [...scriptedCall('a', 'get_code_word', { colour: 'blue' }), end()],
    );
    expect(probed).toEqual({ verdict: 'yes', evidence: { type: 'used-tool' } });
    expect(requests.map((request) => [request.toolMode, request.tools.length, request.maxOutputTokens])).toEqual([
      ['native', 1, 64],
      ['native', 1, 64],
    ]);
    expect(requests[1]?.messages.slice(1)).toMatchObject([
      { role: 'assistant', toolCalls: [{ toolCallId: 'a', input: { colour: 'blue' } }] },
      { role: 'tool', toolCallId: 'a', content: expect.stringContaining('harbour') },
    ]);
  });

  test('no: the server refuses tools', async () => {
    const { probed, requests } = await probe(() => refuses('no tools here', NO_TOOLS, 'tools-unsupported'));
    expect(probed).toEqual({ verdict: 'no', evidence: 'no tools here' });
    expect(requests).toHaveLength(1);
  });

  const callsAsTags: ScriptLine[] = [
    { type: 'tool-input-start', toolCallId: 'a', toolName: 'get_code_word', format: 'hermes' },
    { type: 'tool-input-available', toolCallId: 'a', input: { colour: 'blue' }, repaired: false },
    end(90),
  ];

  test('no: the prompt is as long without the tool, which the model calls once the prompt describes it', async () => {
    const { probed, requests } = await probe(({ toolMode }) =>
      toolMode === 'tags' ? callsAsTags : [...scriptedText('I cannot.'), end(40)],
    );
    expect(probed).toMatchObject({ verdict: 'no', evidence: { type: 'tool-never-arrived', tokens: 40 } });
    expect(requests.map((request) => request.toolMode)).toEqual(['native', 'none', 'tags']);
  });

  // quirk: usage-not-counted
  test.each([
    ['the server counts nothing', 0, ['native']],
    ['the server counts the messages alone', 12, ['native', 'none', 'tags']],
  ])('inconclusive: the model wrote text and %s', async (_why, count, modes) => {
    const { probed, requests } = await probe(() => [...scriptedText('It is a nice colour.'), end(count)]);
    expect(probed).toEqual({ verdict: 'unclear', evidence: { type: 'no-call' } });
    expect(requests.map((request) => request.toolMode)).toEqual(modes);
  });

  test.each<[string, (request: ModelRequest) => ScriptLine[], string]>([
    ['it had the tool and didn’t call', (r) => [...scriptedText('Blue.'), end(r.tools.length * 50 + 40)], 'no-call'],
    ['nobody counts its tokens', () => [...scriptedText('Blue.'), end()], 'no-call'],
    [
      'it thought too long',
      () => [{ type: 'reasoning-delta', delta: 'Hm.' }, end(undefined, 'length')],
      'still-thinking',
    ],
    [
      'it wrote the call as text',
      () => [{ type: 'tool-input-start', toolCallId: 'a', toolName: 'get_code_word', format: 'hermes' }, end()],
      'wrote-call-as-text',
    ],
    ['its server has a problem', () => [{ type: 'failure', failure: failure('on fire') }], 'on fire'],
    ['its server is busy', () => refuses('slow down', null), 'slow down'],
    ['the reply broke off', () => [{ type: 'interrupted', detail: 'cut' }], 'broke-off'],
    [
      'the result was refused',
      (r) =>
        hasResult(r)
          ? [{ type: 'failure', failure: failure('bad id') }]
          : [...scriptedCall('a', 'get_code_word', { colour: 'blue' }), end()],
      'bad id',
    ],
    [
      'nothing came of the result',
      (r) => (hasResult(r) ? [end()] : [...scriptedCall('a', 'get_code_word', { colour: 'blue' }), end()]),
      'said-nothing',
    ],
  ])('not clear: %s', async (_why, script, evidence) => {
    const { probed } = await probe(script);
    expect(probed.verdict).toBe('unclear');
    expect(JSON.stringify(probed.evidence)).toContain(evidence);
  });

  test('observations in a refusal are stored, and the request is sent again', async () => {
    const quirk: CapabilityObservation = { type: 'request-quirk', quirk: 'no-stream-options', evidence: 'x' };
    const { probed, learned, requests } = await probe((request, known) => {
      if (known.length === 0) return refuses('stream_options', quirk);
      return hasResult(request)
        ? [...scriptedText('It is harbour.'), end()]
        : [...scriptedCall('a', 'get_code_word', { colour: 'blue' }), end()];
    });
    expect(probed.verdict).toBe('yes');
    expect(learned).toEqual([quirk]);
    expect(requests.map((request) => request.attempt)).toEqual([0, 1, 0]);
  });

  test('at most three requests are sent to a server that refuses', async () => {
    const quirk: CapabilityObservation = { type: 'request-quirk', quirk: 'no-stream-options', evidence: 'x' };
    const { probed, requests } = await probe(() => refuses('stream_options', quirk));
    expect(probed.verdict).toBe('unclear');
    expect(requests).toHaveLength(3);
  });
});

test('a verdict is an observation', () => {
  expect(probeObservation({ verdict: 'yes', evidence: 'x' })).toMatchObject({ supportsTools: true, source: 'probe' });
  expect(probeObservation({ verdict: 'no', evidence: 'x' })).toMatchObject({ supportsTools: false, source: 'probe' });
  expect(probeObservation({ verdict: 'unclear', evidence: 'x' })).toEqual({ type: 'probe-unclear', evidence: 'x' });
});
