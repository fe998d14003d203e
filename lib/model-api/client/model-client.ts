import {
  type CapabilityObservation,
  type Connections,
  type HostKind,
  hasPictures,
  type ModelClient,
  type ModelEvent,
  type ModelRequest,
  mayRetryOutsideRun,
  pdfsIn,
} from '../../contracts/index.ts';
import {
  NO_REQUEST_CAPABILITY,
  type RequestCapability,
  type RequestSettings,
} from '../chat-completions/request/request-body.ts';
import { withSystemInQuestion } from '../chat-completions/request/tagged-messages.ts';
import { ResponseReader } from '../chat-completions/response/response-reader.ts';
import type { Target } from '../errors/model-error.ts';
import { fixedQuirks, serverTarget } from '../presets/presets.ts';
import { createEndpointClient, type EndpointClientOptions, INTERFACES } from './endpoint-client.ts';
import { readerForValue } from './foreign-reply.ts';
import { bodyWithinRules, withinRules } from './parameter-rules.ts';
import { streamResponse, type Timeouts, timeoutsFor, timeoutsForSingleResponse } from './stream-response.ts';

export type ModelClientOptions = EndpointClientOptions & {
  hostKind: HostKind;
  settings?: RequestSettings;
  timeouts?: Timeouts;
  known?: RequestCapability;
  /** The maximum context of this model in tokens, for interfaces whose requests can set it; null if unknown. */
  contextWindow?: number | null;
  /** The connections to its server. A request takes one of them. Absent for no limit. */
  connections?: Connections;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** Returns 0 to 1. */
  random?: () => number;
};

/**
 * A client for a model behind any of the interfaces. Native tools, tags in the prompt and no tools at all produce the
 * same events. For what it yields and throws, see `ModelClient`. `known`: what refusals of earlier requests have shown.
 */
export function createModelClient(options: ModelClientOptions): ModelClient {
  const { baseUrl, hostKind, settings: ownSettings = {}, contextWindow = null } = options;
  const { known: learned = NO_REQUEST_CAPABILITY, now = Date.now, random = Math.random } = options;
  const timeouts = options.timeouts ?? timeoutsFor(hostKind);
  // A local server needs no network.
  const isOnline = () => hostKind !== 'public' || (globalThis.navigator?.onLine ?? true);
  const client = createEndpointClient(options);
  const modelInterface = options.interface ?? 'chat-completions';
  const isNative = modelInterface !== 'chat-completions';
  const { wire: prepare, quirks: ofInterface = [] } = INTERFACES[modelInterface];
  return {
    ...(options.connections === undefined ? {} : { connections: options.connections }),
    stream(originalRequest, signal) {
      const fixed = fixedQuirks(baseUrl, originalRequest.modelId);
      const effectiveCapability = { ...learned, quirks: new Set([...learned.quirks, ...fixed, ...ofInterface]) };
      const { rules = [] } = effectiveCapability;
      const addressed =
        isNative && effectiveCapability.quirks.has('no-system-role')
          ? withSystemInQuestion(originalRequest)
          : originalRequest;
      const { request, settings } = withinRules(addressed, ownSettings, { rules, modelInterface });
      const prepared = prepare(request, { baseUrl, known: effectiveCapability, settings, contextWindow });
      const wire = { ...prepared, body: bodyWithinRules(prepared.body, effectiveCapability) };
      const target: Target = {
        ...serverTarget(options, request.modelId),
        isNative,
        hasPdfs: pdfsIn(request).length > 0,
        hasPictures: hasPictures(request),
        body: wire.body,
      };
      const { chunks, sentText } = wire;
      const reader = new ResponseReader({
        target,
        apiKey: options.apiKey,
        request,
        chunks,
        readerForValue,
        sentText,
        known: effectiveCapability,
        random,
      });
      const exchange = { client, target, wire, reader, isOnline, now };
      // Returned unwrapped, because another generator would double the cost per event.
      return wire.isStreamed
        ? streamResponse({ ...exchange, timeouts, notices: [] }, signal)
        : streamResponse(
            { ...exchange, timeouts: timeoutsForSingleResponse(timeouts), notices: [notStreaming(target.host)] },
            signal,
          );
    },
  };
}

function notStreaming(host: string): ModelEvent {
  return { type: 'step-notice', notice: { code: 'not-streaming', host } };
}

/** Access to one model outside a run: a client for the current capability, and where to record observations. */
export type ModelAccess = { connect(): Promise<ModelClient>; learn(observation: CapabilityObservation): Promise<void> };

/**
 * Sends a request as a run would: records observations from a refusal and sends the request again. Everything else,
 * including "no tools" and a busy server, is left to the caller. Never yields `observation`, and yields `retry` only as
 * the last event.
 */
export async function* requestWithRetries(
  modelAccess: ModelAccess,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<Exclude<ModelEvent, { type: 'observation' }>> {
  for (let attempt = 0; ; attempt++) {
    const client = await modelAccess.connect();
    let again = false;
    for await (const event of client.stream({ ...request, attempt }, signal)) {
      if (event.type === 'observation') {
        await modelAccess.learn(event.observation);
      } else if (event.type === 'retry' && event.observation && mayRetryOutsideRun(event, attempt)) {
        await modelAccess.learn(event.observation);
        again = true;
        break;
      } else yield event;
    }
    if (!again) return;
  }
}
