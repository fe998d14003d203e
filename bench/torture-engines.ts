// The engines of `npm run torture`, each asked one question with tools through its own loop.
import '../lib/testing/english.ts';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { hermesToolMiddleware } from '@ai-sdk-tool/parser';
import { normalizeContext, validateToolCall } from '@earendil-works/pi-ai';
import { stream } from '@earendil-works/pi-ai/api/openai-completions';
import { Agent, OpenAIChatCompletionsModel, run, setTracingDisabled, tool } from '@openai/agents';
import { isStepCount, jsonSchema, streamText, wrapLanguageModel } from 'ai';
import OpenAI from 'openai';
import type { ToolDefinition } from '../lib/contracts/tool.ts';
import { createEngine, defineTool } from '../lib/engine/index.ts';

export type TortureTool = ToolDefinition & { execute(input: unknown): string };
type Ask = (baseUrl: string, tools: readonly TortureTool[]) => Promise<unknown>;

const STEPS = 3;
const QUESTION = 'Go on.';

setTracingDisabled(true);

const askSidenote: Ask = (baseUrl, tools) => {
  const engine = createEngine({
    model: { baseUrl, apiKey: 'key', model: 'm' },
    tools: tools.map(({ execute, name, description, inputSchema }) =>
      defineTool({ name, description, inputSchema, annotations: { readOnlyHint: true }, execute }),
    ),
    maxSteps: STEPS,
  });
  return engine.run({ messages: QUESTION }).result;
};

async function askAiSdk(model: unknown, tools: readonly TortureTool[]): Promise<void> {
  const { fullStream } = streamText({
    model,
    prompt: QUESTION,
    tools: Object.fromEntries(
      tools.map(({ name, description, jsonSchema: schema, execute }) => [
        name,
        { description, inputSchema: jsonSchema(schema), execute: async (input: unknown) => execute(input) },
      ]),
    ),
    stopWhen: isStepCount(STEPS),
    maxRetries: 0,
    onError: () => undefined,
  });
  for await (const _ of fullStream);
}

const aiModel = (baseUrl: string) =>
  createOpenAICompatible({ name: 'x', baseURL: baseUrl, apiKey: 'key' }).chatModel('m');

const askOpenAi: Ask = (baseUrl, tools) => {
  const client = new OpenAI({ baseURL: baseUrl, apiKey: 'key', maxRetries: 0 });
  const runner = client.chat.completions.runTools(
    {
      model: 'm',
      stream: true,
      messages: [{ role: 'user', content: QUESTION }],
      tools: tools.map(({ name, description, jsonSchema: schema = {}, inputSchema, execute }) => ({
        type: 'function' as const,
        function: {
          name,
          description,
          parameters: schema,
          parse: (text: string) => inputSchema.parse(JSON.parse(text)) as object,
          function: (input: object) => execute(input),
        },
      })),
    },
    { maxChatCompletions: STEPS },
  );
  return runner.finalContent();
};

const askAgents: Ask = async (baseUrl, tools) => {
  const client = new OpenAI({ baseURL: baseUrl, apiKey: 'key', maxRetries: 0 });
  const agent = new Agent({
    name: 'Torture',
    model: new OpenAIChatCompletionsModel(client, 'm'),
    tools: tools.map(({ name, description, jsonSchema: schema, inputSchema, execute }) =>
      tool({
        name,
        description,
        parameters: schema,
        strict: false,
        execute: async (input: unknown) => execute(inputSchema.parse(input)),
      }),
    ),
  });
  const result = await run(agent, QUESTION, { stream: true, maxTurns: STEPS });
  for await (const _ of result);
  await result.completed;
};

const askPi: Ask = async (baseUrl, tools) => {
  const offered = tools.map(({ name, description, jsonSchema: parameters }) => ({ name, description, parameters }));
  const model = {
    id: 'm',
    name: 'm',
    api: 'openai-completions',
    provider: 'x',
    baseUrl,
    reasoning: false,
    input: ['text'],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: 128_000,
    maxTokens: 4_096,
  };
  const context = { messages: [{ role: 'user', content: QUESTION, timestamp: 0 }], tools: offered };
  const answer = await stream(model, normalizeContext(context), { apiKey: 'key' }).result();
  // Its loop runs no call of an answer that failed or was stopped.
  if (answer.stopReason === 'error' || answer.stopReason === 'aborted') return;
  for (const block of answer.content) {
    if (block.type !== 'toolCall') continue;
    try {
      const input = validateToolCall(offered, block);
      tools.find(({ name }) => name === block.name)?.execute(input);
    } catch {
      // The engine reports the error to the model.
    }
  }
};

export const ENGINES = {
  sidenote: askSidenote,
  ai: (baseUrl: string, tools: readonly TortureTool[]) => askAiSdk(aiModel(baseUrl), tools),
  'ai-sdk-tool': (baseUrl: string, tools: readonly TortureTool[]) =>
    askAiSdk(wrapLanguageModel({ model: aiModel(baseUrl), middleware: hermesToolMiddleware }), tools),
  openai: askOpenAi,
  'openai-agents': askAgents,
  pi: askPi,
} satisfies Record<string, Ask>;

export function isEngineName(name: string): name is keyof typeof ENGINES {
  return Object.hasOwn(ENGINES, name);
}
