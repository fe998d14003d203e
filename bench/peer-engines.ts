import { isStepCount, streamText } from 'ai';
import { type BenchTool, toolInput } from './engine.ts';
import { aiModel, openAiClient } from './readers.ts';

const STEPS = 5;

/** Asks one question through the openai SDK's own loop. */
export async function runOpenAi(fetch: typeof globalThis.fetch, tools: readonly BenchTool[]): Promise<void> {
  const runner = openAiClient(fetch).chat.completions.runTools(
    {
      model: 'm',
      stream: true,
      messages: [{ role: 'user', content: 'Go on.' }],
      tools: tools.map(({ name, execute }) => ({
        type: 'function' as const,
        function: {
          name,
          description: '',
          parameters: { type: 'object', properties: { text: { type: 'string' } } },
          parse: (text: string) => toolInput.parse(JSON.parse(text)),
          function: execute,
        },
      })),
    },
    { maxChatCompletions: STEPS },
  );
  await runner.finalContent();
}

/** Asks one question through the AI SDK's loop. */
export async function runAiSdk(fetch: typeof globalThis.fetch, tools: readonly BenchTool[]): Promise<void> {
  const { fullStream } = streamText({
    model: aiModel(fetch),
    prompt: 'Go on.',
    tools: Object.fromEntries(
      tools.map(({ name, execute }) => [name, { description: '', inputSchema: toolInput, execute }]),
    ),
    stopWhen: isStepCount(STEPS),
  });
  for await (const part of fullStream) if (part.type === 'error') throw new Error('The AI SDK failed.');
}
