import type { HostKind, ModelClient, ModelEvent } from '../../contracts/index.ts';
import {
  NO_REQUEST_CAPABILITY,
  type RequestCapability,
  type RequestSettings,
  requestBody,
} from '../chat-completions/request/request-body.ts';
import { ResponseReader } from '../chat-completions/response/response-reader.ts';
import { fixedQuirks } from '../presets/presets.ts';
import { createEndpointClient, type EndpointClientOptions } from './endpoint-client.ts';
import { streamResponse } from './stream-response.ts';
import { type Timeouts, timeoutsFor, timeoutsForSingleResponse } from './timeouts.ts';

export type ModelClientOptions = EndpointClientOptions & {
  hostKind: HostKind;
  settings?: RequestSettings;
  patience?: Timeouts;
  known?: RequestCapability;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** 0 to 1. */
  random?: () => number;
};

/**
 * A model behind `/chat/completions`. Native tools, tags in the prompt and no tools at all give the same events; see
 * `ModelClient` for what it yields and throws. `known`: what refusals of earlier requests have shown.
 */
export function createModelClient(options: ModelClientOptions): ModelClient {
  const { hostKind, known: learned = NO_REQUEST_CAPABILITY, now = Date.now, random = Math.random } = options;
  const timeouts = options.patience ?? timeoutsFor(hostKind);
  // A server near by needs no network.
  const isOnline = () => hostKind !== 'public' || (globalThis.navigator?.onLine ?? true);
  const client = createEndpointClient(options);
  return {
    stream(request, signal) {
      const { host } = new URL(options.baseUrl);
      const target = { host, hostKind, hasKey: options.apiKey !== null, modelId: request.modelId };
      const fixed = fixedQuirks(options.baseUrl, request.modelId);
      const known = { ...learned, quirks: new Set([...learned.quirks, ...fixed]) };
      const body = requestBody(request, known, options.settings);
      const reader = new ResponseReader({ target, apiKey: options.apiKey, request, body, known, random });
      const exchange = { client, target, body, reader, isOnline, now };
      // Its generator is given as it is: another one around it would cost as much for every event.
      return body.stream
        ? streamResponse({ ...exchange, patience: timeouts, notices: [] }, signal)
        : streamResponse(
            { ...exchange, patience: timeoutsForSingleResponse(timeouts), notices: [notStreaming(host)] },
            signal,
          );
    },
  };
}

function notStreaming(host: string): ModelEvent {
  return { type: 'step-notice', notice: { code: 'not-streaming', host } };
}
