import OpenAI, { APIError } from 'openai';
import type { ModelInterface, RequestQuirk } from '../../contracts/index.ts';
import { anthropicMessages } from '../anthropic-messages/anthropic-messages.ts';
import { chatCompletions, type WireInterface } from '../chat-completions/wire-interface.ts';
import { gemini } from '../gemini/gemini.ts';
import { ollama } from '../ollama/ollama.ts';
import { openAiResponses } from '../openai-responses/responses.ts';
import { ANTHROPIC, type KeyHeader } from '../presets/preset-rows.ts';
import { getConnectionSettings } from '../presets/presets.ts';
import { readableRefusal } from './body-text.ts';

/** A response with an error status, with the server's text. */
export class HttpError extends Error {
  readonly status: number;
  readonly body: string;
  readonly headers: Headers;
  constructor(status: number, body: string, headers: Headers) {
    super(`HTTP ${status}`);
    this.name = 'HttpError';
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

export type EndpointClientOptions = {
  /** As returned by `parseBaseUrl`. */
  baseUrl: string;
  apiKey: string | null;
  fetch: typeof globalThis.fetch;
  /** Defaults to `chat-completions`. */
  interface?: ModelInterface;
  /** The header for the key, if this request needs a different one from that of the server's preset. */
  keyHeader?: KeyHeader;
  /** The user's own headers for this model. */
  headers?: Readonly<Record<string, string>>;
};

/** The SDK keeps only `error` of an error body; many servers put the message elsewhere (`detail`, a bare string). */
class EndpointClient extends OpenAI {
  protected override makeStatusError(
    status: number,
    body: object,
    text: string | undefined,
    headers: Headers,
  ): APIError {
    const error = new APIError(status, body, text, headers);
    error.cause = new HttpError(status, text ?? JSON.stringify(body ?? null), headers);
    return error;
  }
}

/**
 * The SDK is used for requests, authorization and errors. Retries, timeouts and reading the response are implemented
 * here. A redirect is an error, since browsers would forward the prompt, and some key headers, to its target.
 */
export function createEndpointClient(options: EndpointClientOptions): OpenAI {
  const { baseUrl, apiKey, fetch } = options;
  const preset = getConnectionSettings(baseUrl);
  const { headers, keyHeader } = INTERFACES[options.interface ?? 'chat-completions'];
  return new EndpointClient({
    baseURL: baseUrl,
    apiKey: apiKey ?? 'none',
    organization: null,
    project: null,
    adminAPIKey: null,
    dangerouslyAllowBrowser: true,
    maxRetries: 0,
    timeout: NEVER_MS,
    logLevel: 'off',
    fetch: async (input, init) => readableRefusal(await fetch(input, init)),
    fetchOptions: { redirect: 'error', credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' },
    defaultHeaders: {
      ...WITHOUT_FINGERPRINT,
      ...headers,
      ...preset.headers,
      ...options.headers,
      ...keyHeaders(apiKey, options.keyHeader ?? keyHeader ?? preset.keyHeader),
    },
  });
}

/** The SDK sets `Authorization` itself. */
function keyHeaders(apiKey: string | null, name: KeyHeader): Record<string, string | null> {
  if (apiKey === null) return { Authorization: null };
  return name === 'authorization' ? {} : { Authorization: null, [name]: apiKey };
}

/** The maximum delay of timers. */
const NEVER_MS = 2 ** 31 - 1;

/** Omits headers about the platform that the SDK sends. They are not needed, and CORS would have to allow each. */
const WITHOUT_FINGERPRINT: Record<string, null> = {
  'User-Agent': null,
  'X-Stainless-Lang': null,
  'X-Stainless-Package-Version': null,
  'X-Stainless-OS': null,
  'X-Stainless-Arch': null,
  'X-Stainless-Runtime': null,
  'X-Stainless-Runtime-Version': null,
  'X-Stainless-Retry-Count': null,
  'X-Stainless-Timeout': null,
};

/**
 * How requests are made in each interface. `keyHeader`, `headers` and `quirks` apply to every server with that
 * interface. The user's headers and those of a preset are added after them.
 */
export const INTERFACES: Record<
  ModelInterface,
  {
    wire: WireInterface;
    keyHeader?: KeyHeader;
    headers?: Readonly<Record<string, string>>;
    quirks?: readonly RequestQuirk[];
  }
> = {
  'chat-completions': { wire: chatCompletions },
  'anthropic-messages': {
    wire: anthropicMessages,
    keyHeader: 'x-api-key',
    headers: ANTHROPIC.headers,
  },
  'openai-responses': { wire: openAiResponses },
  // Schemas are a subset of OpenAPI's. Anything beyond it is refused.
  gemini: { wire: gemini, keyHeader: 'x-goog-api-key', quirks: ['plain-schemas'] },
  ollama: { wire: ollama },
};
