import type { ModelInterface } from '../../../contracts/endpoint.ts';
import type { RawRequest } from '../raw-server.ts';
import type { Said, ScenarioReply, TokenCounts } from './scenarios.ts';

type Answer = Extract<ScenarioReply, { type: 'answer' }>;
type ErrorReply = { status: number; body: object };

/**
 * How a server with one interface writes. Pieces are written one by one. `SIGNATURE` marks state that must be echoed.
 */
export type Wire = {
  /** The path for chat requests, and the one that lists the models. */
  chat: RegExp;
  list: RegExp;
  listing(models: readonly string[]): object;
  model(request: RawRequest): string;
  contentType: string;
  /** Text that a request contains only if it includes the result of a call. */
  resultMark: string;
  begin(counts: TokenCounts): string[];
  say(said: readonly Said[]): string[];
  end(answer: Answer): string[];
  streamError: string;
  refuse(kind: Extract<ScenarioReply, { type: 'refused' }>['kind']): ErrorReply;
};

export const SIGNATURE = 'EqQBCkYIAhgB';
const TOO_LONG = 'prompt is too long: 210000 tokens > 200000 maximum';

const NO_PDFS = 'Unsupported MIME type: application/pdf';

const json = (value: unknown) => JSON.stringify(value);
const data = (value: unknown) => `data: ${json(value)}\n\n`;
const named = (type: string, value: object = {}) => `event: ${type}\n${data({ type, ...value })}`;
const words = (text: string) => text.split(/(?<= )/);
const small = (text: string) => text.match(/.{1,5}/gsu) ?? [];
const bodyModel = ({ body }: RawRequest): string => JSON.parse(body).model;
const getCallJson = (said: Said) =>
  said.type === 'call' ? json(said.input) : said.type === 'cut-call' ? said.json : '';

const chat: Wire = {
  chat: /\/v1\/chat\/completions$/,
  list: /\/v1\/models$/,
  listing: (models) => ({ data: models.map((id) => ({ id })) }),
  model: bodyModel,
  contentType: 'text/event-stream',
  resultMark: '"role":"tool"',
  begin: () => [],
  say: (said) => {
    const delta = (value: object) => data({ choices: [{ index: 0, delta: value, finish_reason: null }] });
    let calls = 0;
    return said.flatMap((each) => {
      if (each.type === 'text') return words(each.text).map((content) => delta({ content }));
      if (each.type === 'thinking') return words(each.text).map((reasoning_content) => delta({ reasoning_content }));
      const index = calls++;
      return [
        delta({ tool_calls: [{ index, id: each.id, function: { name: each.name, arguments: '' } }] }),
        ...small(getCallJson(each)).map((part) => delta({ tool_calls: [{ index, function: { arguments: part } }] })),
      ];
    });
  },
  end: ({ end, counts }) => {
    const reason = { stop: 'stop', calls: 'tool_calls', length: 'length', refusal: 'content_filter' }[end];
    const usage = {
      prompt_tokens: counts.input,
      completion_tokens: counts.output,
      prompt_tokens_details: { cached_tokens: counts.cached },
    };
    return [
      data({ choices: [{ index: 0, delta: {}, finish_reason: reason }] }),
      data({ choices: [], usage }),
      'data: [DONE]\n\n',
    ];
  },
  streamError: data({ error: { message: 'The engine failed.', code: 500 } }),
  refuse: (kind) => {
    if (kind === 'rate-limit') return { status: 429, body: { error: { message: 'Rate limit reached.' } } };
    if (kind === 'overload') return { status: 503, body: { error: { message: 'The engine is overloaded.' } } };
    if (kind === 'pdf') return { status: 400, body: { error: { message: NO_PDFS } } };
    return {
      status: 400,
      body: { error: { message: 'maximum context length is 8192 tokens', code: 'context_length_exceeded' } },
    };
  },
};

const anthropic: Wire = {
  chat: /\/v1\/messages$/,
  list: /\/v1\/models\?limit=1000$/,
  listing: (models) => ({ data: models.map((id) => ({ type: 'model', id, display_name: id })), has_more: false }),
  model: bodyModel,
  contentType: 'text/event-stream; charset=utf-8',
  resultMark: '"type":"tool_result"',
  begin: ({ input, cached }) => {
    const usage = {
      input_tokens: input - cached,
      cache_read_input_tokens: cached,
      cache_creation_input_tokens: 0,
      output_tokens: 1,
    };
    return [
      named('message_start', { message: { type: 'message', role: 'assistant', content: [], usage } }),
      named('ping'),
    ];
  },
  say: (said) =>
    said.flatMap((each, index) => {
      const start = (content_block: object) => named('content_block_start', { index, content_block });
      const delta = (value: object) => named('content_block_delta', { index, delta: value });
      const stop = named('content_block_stop', { index });
      switch (each.type) {
        case 'text':
          return [
            start({ type: 'text', text: '' }),
            ...words(each.text).map((text) => delta({ type: 'text_delta', text })),
            stop,
          ];
        case 'thinking':
          return [
            start({ type: 'thinking', thinking: '', signature: '' }),
            ...words(each.text).map((thinking) => delta({ type: 'thinking_delta', thinking })),
            delta({ type: 'signature_delta', signature: SIGNATURE }),
            stop,
          ];
        case 'call':
        case 'cut-call':
          return [
            start({ type: 'tool_use', id: each.id, name: each.name, input: {} }),
            ...small(getCallJson(each)).map((partial_json) => delta({ type: 'input_json_delta', partial_json })),
            stop,
          ];
        default:
          return each satisfies never;
      }
    }),
  end: ({ end, counts }) => {
    const stop_reason = { stop: 'end_turn', calls: 'tool_use', length: 'max_tokens', refusal: 'refusal' }[end];
    return [
      named('message_delta', { delta: { stop_reason }, usage: { output_tokens: counts.output } }),
      named('message_stop'),
    ];
  },
  streamError: named('error', { error: { type: 'api_error', message: 'Internal server error' } }),
  refuse: (kind) => {
    const error = (type: string, message: string) => ({ type: 'error', error: { type, message } });
    if (kind === 'rate-limit') return { status: 429, body: error('rate_limit_error', 'Too many requests.') };
    if (kind === 'overload') return { status: 529, body: error('overloaded_error', 'Overloaded') };
    if (kind === 'pdf') return { status: 400, body: error('invalid_request_error', NO_PDFS) };
    return { status: 400, body: error('invalid_request_error', TOO_LONG) };
  },
};

const responses: Wire = {
  chat: /\/v1\/responses$/,
  list: /\/v1\/models$/,
  listing: (models) => ({ data: models.map((id) => ({ id })) }),
  model: bodyModel,
  contentType: 'text/event-stream; charset=utf-8',
  resultMark: 'function_call_output',
  begin: () => [named('response.created', { response: { status: 'in_progress' } }), named('response.in_progress')],
  say: (said) =>
    said.flatMap((each, output_index) => {
      const added = (item: object) => named('response.output_item.added', { output_index, item });
      const done = (item: object) => named('response.output_item.done', { output_index, item });
      switch (each.type) {
        case 'text':
          return [
            added({ type: 'message', content: [] }),
            ...words(each.text).map((delta) => named('response.output_text.delta', { output_index, delta })),
            done({ type: 'message', content: [{ type: 'output_text', text: each.text }] }),
          ];
        case 'thinking':
          return [
            added({ type: 'reasoning', id: 'rs_1', summary: [] }),
            ...words(each.text).map((delta) => named('response.reasoning_summary_text.delta', { output_index, delta })),
            done({ type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: SIGNATURE }),
          ];
        case 'call':
        case 'cut-call': {
          const item = { type: 'function_call', call_id: each.id, name: each.name };
          return [
            added({ ...item, arguments: '' }),
            ...small(getCallJson(each)).map((delta) =>
              named('response.function_call_arguments.delta', { output_index, delta }),
            ),
            ...(each.type === 'call' ? [done({ ...item, arguments: getCallJson(each) })] : []),
          ];
        }
        default:
          return each satisfies never;
      }
    }),
  end: ({ end, counts }) => {
    const usage = {
      input_tokens: counts.input,
      input_tokens_details: { cached_tokens: counts.cached },
      output_tokens: counts.output,
    };
    const isWhole = end === 'stop' || end === 'calls';
    const reason = end === 'length' ? 'max_output_tokens' : 'content_filter';
    const response = {
      status: isWhole ? 'completed' : 'incomplete',
      incomplete_details: isWhole ? null : { reason },
      usage,
    };
    return [named(isWhole ? 'response.completed' : 'response.incomplete', { response })];
  },
  streamError: named('error', { code: 'server_error', message: 'The server had an error.' }),
  refuse: chat.refuse,
};

const gemini: Wire = {
  chat: /\/v1\/models\/[^/]+:streamGenerateContent\?alt=sse$/,
  list: /\/v1\/models\?pageSize=1000$/,
  listing: (models) => ({ models: models.map((id) => ({ name: `models/${id}` })) }),
  model: ({ path }) => decodeURIComponent(/models\/([^/:]+):/.exec(path)?.[1] ?? ''),
  contentType: 'text/event-stream',
  resultMark: 'functionResponse',
  begin: () => [],
  say: (said) => {
    const parts = (value: object) => data({ candidates: [{ content: { role: 'model', parts: [value] }, index: 0 }] });
    return said.flatMap((each) => {
      if (each.type === 'text') return words(each.text).map((text) => parts({ text }));
      if (each.type === 'thinking') return words(each.text).map((text) => parts({ text, thought: true }));
      // This interface sends complete calls: a call that a limit would cut off is not sent, and the reply ends before
      // it.
      if (each.type === 'cut-call') return [];
      return [parts({ functionCall: { name: each.name, args: each.input }, thoughtSignature: SIGNATURE })];
    });
  },
  end: ({ end, counts }) => {
    const finishReason = { stop: 'STOP', calls: 'STOP', length: 'MAX_TOKENS', refusal: 'SAFETY' }[end];
    const usageMetadata = {
      promptTokenCount: counts.input,
      cachedContentTokenCount: counts.cached,
      candidatesTokenCount: counts.output,
    };
    return [data({ candidates: [{ content: { parts: [] }, finishReason, index: 0 }], usageMetadata })];
  },
  streamError: data({ error: { code: 500, message: 'An internal error has occurred.', status: 'INTERNAL' } }),
  refuse: (kind) => {
    const error = (code: number, message: string) => ({ status: code, body: { error: { code, message } } });
    if (kind === 'rate-limit') return error(429, 'Resource has been exhausted.');
    if (kind === 'overload') return error(503, 'The model is overloaded. Please try again later.');
    if (kind === 'pdf') return error(400, NO_PDFS);
    return error(400, 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).');
  },
};

const ollama: Wire = {
  chat: /^\/api\/chat$/,
  list: /^\/api\/tags$/,
  listing: (models) => ({ models: models.map((name) => ({ name, model: name })) }),
  model: bodyModel,
  contentType: 'application/x-ndjson',
  resultMark: '"role":"tool"',
  begin: () => [],
  say: (said) => {
    const line = (message: object) =>
      `${json({ message: { role: 'assistant', content: '', ...message }, done: false })}\n`;
    return said.flatMap((each) => {
      if (each.type === 'text') return words(each.text).map((content) => line({ content }));
      if (each.type === 'thinking') return words(each.text).map((thinking) => line({ thinking }));
      if (each.type === 'cut-call') return [];
      return [line({ tool_calls: [{ id: each.id, function: { name: each.name, arguments: each.input } }] })];
    });
  },
  end: ({ end, counts }) => {
    const done_reason = end === 'length' ? 'length' : 'stop';
    const counted = { prompt_eval_count: counts.input, eval_count: counts.output };
    return [`${json({ message: { role: 'assistant', content: '' }, done: true, done_reason, ...counted })}\n`];
  },
  streamError: `${json({ error: 'an error was encountered while running the model' })}\n`,
  refuse: (kind) => {
    if (kind === 'rate-limit') return { status: 429, body: { error: 'too many requests' } };
    if (kind === 'overload')
      return { status: 503, body: { error: 'server busy, please try again.  maximum pending requests exceeded' } };
    if (kind === 'pdf') return { status: 400, body: { error: NO_PDFS } };
    return { status: 400, body: { error: 'the input length exceeds the context length' } };
  },
};

export const WIRES: Record<ModelInterface, Wire> = {
  'chat-completions': chat,
  'anthropic-messages': anthropic,
  'openai-responses': responses,
  gemini,
  ollama,
};
