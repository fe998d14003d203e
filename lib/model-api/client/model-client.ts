import type { HostKind } from '../../contracts/host-kind.ts';
import type { ModelClient, ModelEvent } from '../../contracts/model-client.ts';
import { t } from '../../i18n/translate.ts';
import {
  type KnownOfModel,
  NOTHING_KNOWN,
  type RequestSettings,
  requestBody,
} from '../chat-completions/request/request-body.ts';
import { ReplyReader } from '../chat-completions/response/response-reader.ts';
import { fixedQuirks } from '../presets/presets.ts';
import { createEndpointClient, type EndpointClientOptions } from './endpoint-client.ts';
import { streamReply } from './stream-response.ts';
import { type Patience, patienceFor, patienceForOnePiece } from './timeouts.ts';

export type ModelClientOptions = EndpointClientOptions & {
  hostKind: HostKind;
  settings?: RequestSettings;
  patience?: Patience;
  known?: KnownOfModel;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** 0 to 1. */
  random?: () => number;
};

/**
 * A model behind `/chat/completions`. Native tools, tags in the prompt and no tools at all give the same events; see
 * `ModelClient` for what it yields and throws. `known`: what the server has said of earlier requests.
 */
export function createModelClient(options: ModelClientOptions): ModelClient {
  const { hostKind, known: learned = NOTHING_KNOWN, now = Date.now, random = Math.random } = options;
  const patience = options.patience ?? patienceFor(hostKind);
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
      const reader = new ReplyReader({ target, apiKey: options.apiKey, request, body, known, random });
      const exchange = { client, target, body, reader, isOnline, now };
      // Its generator is given as it is: another one around it would cost as much for every event.
      return body.stream
        ? streamReply({ ...exchange, patience, notices: [] }, signal)
        : streamReply({ ...exchange, patience: patienceForOnePiece(patience), notices: [notStreaming(host)] }, signal);
    },
  };
}

function notStreaming(host: string): ModelEvent {
  return { type: 'step-notice', notice: { code: 'not-streaming', message: t('notStreaming', { host }) } };
}
