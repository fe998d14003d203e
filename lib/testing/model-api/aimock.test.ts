// Chats with a third-party server (npm: @copilotkit/aimock) over every interface, which cannot share a mistake with the
// servers in lib/testing.
import { LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ModelInterface } from '../../contracts/endpoint.ts';
import type { AssistantMessage } from '../../contracts/thread.ts';
import { createModelClient } from '../../model-api/client/model-client.ts';
import { listModels } from '../../model-api/endpoints/list-models.ts';
import { scriptedChat } from '../agent/scripted-chat.ts';
import { joinRunText, scriptedTool } from '../agent/scripted-run.ts';

const mock = new LLMock({ port: 0, strict: true });
const TIDE = '{"word":"tide"}';
const MOON = '{"word":"moon"}';

beforeAll(async () => {
  const called = { hasToolResult: false };
  const answered = { hasToolResult: true };
  mock.onMessage('plain', { content: 'High water is at nine. 潮汐🌊' });
  mock.onMessage('again', { content: 'And low water is at three.' });
  mock.onMessage('think', { content: 'At nine.', reasoning: 'The table says nine.' });
  mock.on({ userMessage: 'one call', ...called }, { toolCalls: [{ name: 'look_up', arguments: TIDE }] });
  mock.on({ userMessage: 'one call', ...answered }, { content: 'It rises.' });
  mock.on(
    { userMessage: 'two calls', ...called },
    {
      content: 'I look.',
      toolCalls: [
        { name: 'look_up', arguments: TIDE },
        { name: 'look_up', arguments: MOON },
      ],
    },
  );
  mock.on({ userMessage: 'two calls', ...answered }, { content: 'Both rise.' });
  mock.on(
    { userMessage: 'interleaved', ...called },
    {
      blocks: [
        { type: 'toolCall', name: 'look_up', arguments: TIDE },
        { type: 'text', text: 'First the tide.' },
        { type: 'toolCall', name: 'look_up', arguments: MOON },
      ],
    },
  );
  mock.on({ userMessage: 'interleaved', ...answered }, { content: 'Then the moon.' });
  mock.on(
    { userMessage: 'signed', ...called },
    { toolCalls: [{ name: 'look_up', arguments: TIDE }], reasoning: 'I have to look.', reasoningSignature: 'c2lnbmVk' },
  );
  mock.on({ userMessage: 'signed', ...answered }, { content: 'It rises.' });
  mock.on({ userMessage: 'no arguments', ...called }, { toolCalls: [{ name: 'look_up', arguments: '{}' }] });
  mock.on({ userMessage: 'no arguments', ...answered }, { content: 'Nothing to look for.' });
  mock.onMessage('cut', { content: 'High water is', finishReason: 'length' });
  mock.onMessage('filtered', { content: 'I can', finishReason: 'content_filter' });
  const refuse = (status: number, message: string, more: object = {}) => ({ error: { message, ...more }, status });
  mock.onMessage('wrong key', refuse(401, 'Incorrect API key provided', { code: 'invalid_api_key' }));
  mock.onMessage('forbidden', refuse(403, 'You have no access to this model'));
  mock.onMessage('too long', refuse(400, 'prompt is too long: 300000 tokens > 200000 maximum'));
  mock.onMessage('no server', refuse(500, 'Something broke'));
  mock.onMessage(
    'broken off',
    { content: 'High water is at nine, and low water at three.' },
    { truncateAfterChunks: 8, chunkSize: 4, latency: 5 },
  );
  await mock.start();
});
afterAll(() => mock.stop());

const BASE_PATH: Record<ModelInterface, string> = {
  'chat-completions': '/v1',
  'anthropic-messages': '/v1',
  'openai-responses': '/v1',
  gemini: '/v1beta',
  ollama: '',
};

describe.each(ModelInterface.options)('aimock, over %s', (modelInterface) => {
  /** A chat with one tool, whose inputs are recorded. */
  function openChat() {
    const inputs: unknown[] = [];
    const client = createModelClient({
      baseUrl: `${mock.url}${BASE_PATH[modelInterface]}`,
      // A server behind a public address is not asked whether it has loaded the model.
      hostKind: 'public',
      apiKey: 'sk-test-0123',
      fetch,
      interface: modelInterface,
      random: () => 0.5,
    });
    const lookUp = scriptedTool('look_up', async (_signal, input) => {
      inputs.push(input);
      return `It is about ${input.word}.`;
    });
    const chat = scriptedChat({
      connection: { client },
      policy: { mode: 'on-demand', maxTokens: 24_000 },
      world: { tools: [lookUp], context: {} },
      known: () => null,
    });
    let answers = 0;
    return {
      inputs,
      async ask(question: string): Promise<AssistantMessage> {
        await chat.ask(question, null);
        answers++;
        expect(chat.thread().messages).toHaveLength(2 * answers);
        return chat.run();
      },
    };
  }

  test('answers a question, and the next one in the same chat', async () => {
    const chat = openChat();
    const first = await chat.ask('plain');
    expect(joinRunText(first)).toBe('High water is at nine. 潮汐🌊');
    expect(first.outcome).toEqual({ type: 'complete' });
    expect(joinRunText(await chat.ask('again'))).toBe('And low water is at three.');
  });

  test('shows thinking separately from the answer', async () => {
    const run = await openChat().ask('think');
    expect(joinRunText(run)).toBe('At nine.');
    // This server's Ollama interface does not support thinking.
    if (modelInterface !== 'ollama') expect(reasoningIn(run)).toBe('The table says nine.');
  });

  test.each([
    { question: 'one call', inputs: [{ word: 'tide' }], answer: 'It rises.' },
    { question: 'two calls', inputs: [{ word: 'tide' }, { word: 'moon' }], answer: 'I look.Both rise.' },
    { question: 'interleaved', inputs: [{ word: 'tide' }, { word: 'moon' }], answer: 'First the tide.Then the moon.' },
    { question: 'signed', inputs: [{ word: 'tide' }], answer: 'It rises.' },
    { question: 'no arguments', inputs: [{}], answer: 'Nothing to look for.' },
  ])('runs its tools: $question', async ({ question, inputs, answer }) => {
    const chat = openChat();
    const run = await chat.ask(question);
    expect(chat.inputs).toEqual(inputs);
    expect(joinRunText(run)).toBe(answer);
    expect(run.outcome).toEqual({ type: 'complete' });
    // The results are sent along with the next question.
    expect(joinRunText(await chat.ask('plain'))).toContain('High water');
  });

  test('says how an answer ended', async () => {
    // Over Ollama's interface, this server always reports a complete answer.
    if (modelInterface === 'ollama') return;
    expect(getFinishReason(await openChat().ask('cut'))).toBe('length');
    const filtered = await openChat().ask('filtered');
    // Over Responses, this server reports that the answer has failed.
    if (modelInterface === 'openai-responses') expect(filtered.outcome).toMatchObject({ type: 'error' });
    else expect(getFinishReason(filtered)).toBe('content-filter');
  });

  test.each([
    { question: 'wrong key', code: 'auth' },
    { question: 'forbidden', code: 'auth' },
    { question: 'too long', code: 'context-length' },
    { question: 'no server', code: 'bad-response' },
  ])('reports a refusal: $question', async ({ question, code }) => {
    const { outcome } = await openChat().ask(question);
    expect(outcome).toMatchObject({ type: 'error', failure: { code } });
  });

  test('keeps what arrived when the connection breaks, and does not call it complete', async () => {
    const run = await openChat().ask('broken off');
    expect(joinRunText(run)).not.toBe('');
    expect(run.outcome).toEqual({ type: 'incomplete', reason: 'interrupted' });
  });

  // It has no list in Gemini's format.
  test.skipIf(modelInterface === 'gemini')('lists its models', async () => {
    const options = {
      baseUrl: `${mock.url}${BASE_PATH[modelInterface]}`,
      hostKind: 'public' as const,
      apiKey: 'sk-test-0123',
      fetch,
      interface: modelInterface,
    };
    const listed = await listModels(options, new AbortController().signal);
    expect(listed.length).toBeGreaterThan(0);
  });
});

function reasoningIn(run: AssistantMessage): string {
  const parts = run.steps.flatMap((step) => step.parts);
  return parts.map((part) => (part.type === 'reasoning' ? part.text : '')).join('');
}

function getFinishReason(run: AssistantMessage): string | null {
  return run.steps.at(-1)?.finishReason ?? null;
}
