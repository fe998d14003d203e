import OpenAI, { APIError } from 'openai';
import type { ModelInterface } from '../../contracts/index.ts';
import type { KeyHeader } from '../presets/preset.ts';
import { connectionOf } from '../presets/presets.ts';
import { INTERFACES } from './interfaces.ts';

/** A reply with an error status, with all the server said. */
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
  /** As `parseBaseUrl` gives it. */
  baseUrl: string;
  apiKey: string | null;
  fetch: typeof fetch;
  /** `chat-completions` where it is absent. */
  interface?: ModelInterface;
  /** Where this request wants the key otherwise than the server's preset says. */
  keyHeader?: KeyHeader;
  /** The user's own headers for this model. */
  headers?: Readonly<Record<string, string>>;
};

/** The SDK keeps only `error` of an error body; many servers say what is wrong elsewhere (`detail`, a bare string). */
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
 * The SDK, for its requests, auth and errors. Retries, timeouts and reading the reply are ours. A redirect is an error,
 * since browsers would forward the prompt, and some header keys, to wherever it points.
 */
export function createEndpointClient(options: EndpointClientOptions): OpenAI {
  const { baseUrl, apiKey, fetch } = options;
  const preset = connectionOf(baseUrl);
  const spoken = INTERFACES[options.interface ?? 'chat-completions'];
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
    fetch,
    fetchOptions: { redirect: 'error', credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' },
    defaultHeaders: {
      ...WITHOUT_FINGERPRINT,
      ...spoken.headers,
      ...preset.headers,
      ...options.headers,
      ...keyHeaders(apiKey, options.keyHeader ?? spoken.keyHeader ?? preset.keyHeader),
    },
  });
}

/** The SDK writes `Authorization` by itself. */
function keyHeaders(apiKey: string | null, name: KeyHeader): Record<string, string | null> {
  if (apiKey === null) return { Authorization: null };
  return name === 'authorization' ? {} : { Authorization: null, [name]: apiKey };
}

/** The largest delay timers take. */
const NEVER_MS = 2 ** 31 - 1;

/** The SDK sends headers about the platform; they are not needed, and CORS has to allow each. */
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
