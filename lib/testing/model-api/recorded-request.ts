import type { ParameterRule, RequestQuirk } from '../../contracts/capability.ts';
import type { ModelEvent, ModelMessage, ModelRequest } from '../../contracts/model-client.ts';
import { createModelClient, type ModelClientOptions } from '../../model-api/client/model-client.ts';
import { chunk, EVENT_STREAM, startRawServer } from './raw-server.ts';

type Options = {
  quirks?: RequestQuirk[];
  rules?: ParameterRule[];
  streamsTools?: boolean;
  change?: Partial<ModelRequest>;
  more?: Partial<Pick<ModelClientOptions, 'settings' | 'headers' | 'interface' | 'apiKey' | 'contextWindow'>>;
};
type Body = Record<string, unknown> & { messages: Record<string, unknown>[] };

/** The body of a request with these messages, as received by a server that answers "ok". */
export async function recordRequest(
  messages: ModelMessage[],
  { quirks = [], rules = [], streamsTools, change = {}, more = {} }: Options = {},
) {
  const server = await startRawServer((_request, response) => {
    response.writeHead(200, EVENT_STREAM).end(chunk({ content: 'ok' }, 'stop'));
  });
  const known = { quirks: new Set(quirks), streamsTools: streamsTools ?? null, rules };
  const client = createModelClient({
    baseUrl: `${server.url}/v1`,
    hostKind: 'public',
    apiKey: null,
    fetch,
    known,
    ...more,
  });
  const request: ModelRequest = {
    modelId: 'm',
    system: 'Be brief.',
    messages,
    tools: [],
    toolMode: 'native',
    maxOutputTokens: null,
    attempt: 0,
    ...change,
  };
  const events: ModelEvent[] = [];
  for await (const event of client.stream(request, new AbortController().signal)) events.push(event);
  await server.close();
  const body: Body = JSON.parse(server.requests.at(-1)?.body ?? '');
  const headers = server.requests.at(-1)?.headers ?? {};
  const path = server.requests.at(-1)?.path ?? '';
  return { path, body, headers, events, messages: body.messages, roles: body.messages?.map((message) => message.role) };
}

/** Short constructors for messages. */
export const user = (content: string): ModelMessage => ({ role: 'user', content });

export const call = (toolCallId: string, input: unknown = { query: 'x' }) => ({ toolCallId, toolName: 'find', input });

export const assistantTurn = (content: string, ...toolCalls: ReturnType<typeof call>[]) =>
  ({ role: 'assistant', content, toolCalls, reasoning: '', opaque: null as unknown }) satisfies ModelMessage;

export const toolMessage = (toolCallId: string, content = 'Found.'): ModelMessage => ({
  role: 'tool',
  toolCallId,
  toolName: 'find',
  content,
  isError: false,
});
