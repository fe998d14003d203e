import type { ServerResponse } from 'node:http';
import { chunk, EVENT_STREAM, type RawRequest, type RawServer, sendJson, sse, startRawServer } from './raw-server.ts';

type Chat = { model: string; messages: { role: string; content: unknown }[]; tools?: unknown[]; stream?: boolean };
type Handle = (request: RawRequest, response: ServerResponse) => void | Promise<void>;

/** The models that every emulated server lists: one supports tools, one does not. */
const MODELS = ['with-tools', 'without-tools'];

/** Ollama: refuses unknown Origins with an empty 403, and reports facts per model. */
const ollama: Handle = async (request, response) => {
  const { origin } = request.headers;
  const isKnown = origin === undefined || /^https?:\/\/(localhost|127\.0\.0\.1|0\.0\.0\.0)(:\d+)?$/.test(origin);
  if (!isKnown) return void response.writeHead(403).end();
  if (request.path === '/api/version') return sendJson(response, 200, { version: '0.13.1' });
  if (request.path === '/v1/models') return sendJson(response, 200, modelList());
  if (request.path === '/api/show') {
    const { model } = JSON.parse(request.body);
    const capabilities = model === 'with-tools' ? ['completion', 'tools'] : ['completion'];
    return sendJson(response, 200, { capabilities, model_info: { 'llama.context_length': 131_072 } });
  }
  if (request.path === '/api/tags')
    return sendJson(response, 200, { models: MODELS.map((name) => ({ name, model: name })) });
  const isNative = request.path === '/api/chat';
  if (!isNative && request.path !== '/v1/chat/completions')
    return void response.writeHead(404).end('404 page not found');
  const chat: Chat = JSON.parse(request.body);
  const fail = (status: number, message: string) =>
    sendJson(response, status, { error: isNative ? message : { message, type: 'api_error', param: null, code: null } });
  if (!MODELS.includes(chat.model)) return fail(404, `model "${chat.model}" not found, try pulling it first`);
  if (chat.tools && chat.model === 'without-tools') {
    return fail(400, 'registry.ollama.ai/library/without-tools:latest does not support tools');
  }
  return isNative ? answerInLines(chat, response) : answer(chat, response);
};

/** The same answer as below, as lines of Ollama's own interface. */
async function answerInLines({ messages, tools = [] }: Chat, response: ServerResponse): Promise<void> {
  const [tool] = tools as OfferedTool[];
  const line = (message: object, more: object = { done: false }) => `${JSON.stringify({ message, ...more })}\n`;
  const end = line({ content: '' }, { done: true, done_reason: 'stop', prompt_eval_count: 20, eval_count: 5 });
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  if (tool && !messages.some((message) => message.role === 'tool')) {
    const call = { function: { name: tool.function.name, arguments: blueInput(tool) } };
    response.end(line({ content: '', tool_calls: [call] }) + end);
    return;
  }
  for (const word of COUNTING) {
    response.write(line({ content: word }));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  response.end(end);
}

/** LM Studio: answers every address with 200, and describes its models in two ways. */
const lmStudio: Handle = async (request, response) => {
  switch (request.path) {
    case '/v1/models':
      return sendJson(response, 200, modelList());
    case '/api/v1/models':
      return sendJson(response, 200, { models: MODELS.map((key) => ({ type: 'llm', key, loaded_instances: [] })) });
    case '/api/v0/models':
      return sendJson(response, 200, {
        object: 'list',
        data: MODELS.map((id) => ({ id, type: 'llm', loaded_context_length: 4096 })),
      });
    case '/v1/chat/completions': {
      const chat: Chat = JSON.parse(request.body);
      if (chat.messages.length === 0) return sendJson(response, 400, { error: "'messages' field is required" });
      return answer(chat, response);
    }
    default:
      return sendJson(response, 200, { error: `Unexpected endpoint or method. (${request.method} ${request.path})` });
  }
};

/** llama.cpp: reports its template in /props, and silently drops tools if the template does not support them. */
const llamaCpp: Handle = async (request, response) => {
  switch (request.path) {
    case '/props':
      return sendJson(response, 200, {
        default_generation_settings: { n_ctx: 4096 },
        modalities: { vision: false },
        chat_template_caps: { supports_tools: false },
      });
    case '/v1/models':
      return sendJson(response, 200, modelList());
    case '/v1/chat/completions': {
      const chat: Chat = JSON.parse(request.body);
      if (chat.messages.length > 0) return answer({ ...chat, tools: [] }, response);
      const message = "'messages' is required";
      return sendJson(response, 400, { error: { code: 400, message, type: 'invalid_request_error' } });
    }
    default:
      return sendJson(response, 404, { error: { code: 404, message: 'File Not Found', type: 'not_found_error' } });
  }
};

/** vLLM without a tool parser. */
const vllm: Handle = async (request, response) => {
  const fail = (code: number, type: string, message: string) =>
    sendJson(response, code, { error: { message, type, param: null, code } });
  if (request.path === '/version') return sendJson(response, 200, { version: '0.11.0' });
  if (request.path === '/v1/models') {
    return sendJson(response, 200, { object: 'list', data: MODELS.map((id) => ({ id, max_model_len: 32_768 })) });
  }
  if (request.path !== '/v1/chat/completions') return sendJson(response, 404, { detail: 'Not Found' });
  const chat: Chat = JSON.parse(request.body);
  if (!MODELS.includes(chat.model)) return fail(404, 'NotFoundError', `The model \`${chat.model}\` does not exist.`);
  if (chat.tools) {
    const message = '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set';
    return fail(400, 'BadRequestError', message);
  }
  return answer(chat, response);
};

/** OpenRouter: requires a key, and has no route for tools if no provider supports them. */
const openRouter: Handle = async (request, response) => {
  const fail = (code: number, message: string) => sendJson(response, code, { error: { message, code } });
  if (request.path === '/v1/models') {
    return sendJson(response, 200, {
      data: [{ id: 'with-tools', pricing: { prompt: '0.000001', completion: '0.000002' } }],
    });
  }
  if (request.headers.authorization !== 'Bearer sk-or-good') return fail(401, 'No auth credentials found');
  if (request.path !== '/v1/chat/completions') return fail(404, 'Not Found');
  const chat: Chat = JSON.parse(request.body);
  if (!MODELS.includes(chat.model)) return fail(400, `${chat.model} is not a valid model ID`);
  if (chat.tools && chat.model === 'without-tools') {
    return fail(404, 'No endpoints found that support tool use. To learn more about provider routing, visit …');
  }
  return answer(chat, response);
};

const MASTER_KEY = 'sk-master-0123456789';

/**
 * LiteLLM's proxy 1.108 with a master key and without a database: another key is refused with 400, and a missing key
 * causes a different error. Its identity can be requested without a key.
 */
const liteLlm: Handle = async (request, response) => {
  const path = request.path.replace(/\?.*$/, '');
  if (path === '/health/readiness') {
    return sendJson(response, 200, { status: 'healthy', db: 'Not connected', litellm_version: '1.108.7' });
  }
  const { authorization = '', 'x-goog-api-key': googleKey } = request.headers;
  const key = googleKey ?? authorization.replace(/^Bearer /, '');
  if (key === '') return void response.writeHead(500, { 'content-type': 'text/plain' }).end('Internal Server Error');
  if (key !== MASTER_KEY) {
    const error = { message: 'No connected db.', type: 'no_db_connection', param: null, code: '400' };
    return sendJson(response, 400, { error });
  }
  switch (path) {
    case '/v1/models':
      return sendJson(response, 200, modelList());
    case '/v1/model/info': {
      const infos = [
        [
          'with-tools',
          { mode: 'chat', supports_vision: false, supports_function_calling: true, max_input_tokens: 32_768 },
        ],
        ['without-tools', { mode: 'embedding' }],
      ] as const;
      return sendJson(response, 200, { data: infos.map(([model_name, model_info]) => ({ model_name, model_info })) });
    }
    case '/v1/chat/completions':
      return answer(JSON.parse(request.body), response);
    default:
      return sendJson(response, 404, { detail: 'Not Found' });
  }
};

const HANDLES = {
  litellm: liteLlm,
  ollama,
  'lm-studio': lmStudio,
  'llama-cpp': llamaCpp,
  vllm,
  openrouter: openRouter,
};

export type EmulatedName = keyof typeof HANDLES;

/** A loopback server with the rules of a real one. */
export function startEmulated(name: EmulatedName, port?: number): Promise<RawServer> {
  return startRawServer(HANDLES[name], port);
}

/** Calls the first offered tool; otherwise, or with its result, it counts to five. */
async function answer({ messages, tools = [], stream = false }: Chat, response: ServerResponse): Promise<void> {
  const [tool] = tools as OfferedTool[];
  if (!stream) return sendJson(response, 200, { choices: [{ message: { content: 'Blue.' }, finish_reason: 'stop' }] });
  response.writeHead(200, EVENT_STREAM);
  if (tool && !messages.some((message) => message.role === 'tool')) {
    const input = JSON.stringify(blueInput(tool));
    const call = { index: 0, id: 'call_1', function: { name: tool.function.name, arguments: input } };
    response.end(chunk({ tool_calls: [call] }) + chunk({}, 'tool_calls') + sse('[DONE]'));
    return;
  }
  for (const word of COUNTING) {
    response.write(chunk({ content: word }));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  response.end(chunk({}, 'stop') + sse('[DONE]'));
}

const COUNTING = ['One', ', two', ', three', ', four', ', five.'];

type OfferedTool = { function: { name: string; parameters: { properties?: Record<string, unknown> } } };

/** Arguments for any tool that takes texts. */
function blueInput({ function: { parameters } }: OfferedTool): Record<string, string> {
  return Object.fromEntries(Object.keys(parameters.properties ?? {}).map((name) => [name, 'blue']));
}

function modelList() {
  return { object: 'list', data: MODELS.map((id) => ({ id, object: 'model' })) };
}
