import type {
  AnswerRef,
  LOCAL_DESTINATIONS,
  ModelClient,
  ModelUse,
  OutgoingRequest,
  RecordRequest,
} from '../../contracts/index.ts';

type Send = typeof globalThis.fetch;

/**
 * Wraps `send` so that every request is first recorded on behalf of `answer`. Returns `send` itself without one.
 * `about` is additional data for the record.
 */
export function recordingSend(
  send: Send,
  record: RecordRequest,
  answer: AnswerRef | undefined,
  about: () => Pick<OutgoingRequest, 'kind' | 'passages' | 'isPrivate'>,
): Send {
  if (answer === undefined) return send;
  return async (input, init = {}) => {
    init.signal?.throwIfAborted();
    await record(answer, { ...about(), ...toRecordedRequest(input, init) });
    return send(input, init);
  };
}

function toRecordedRequest(
  input: Parameters<Send>[0],
  init: RequestInit,
): Pick<OutgoingRequest, 'method' | 'url' | 'headers' | 'body'> {
  const { method = 'GET', headers, body = null } = init;
  if (body !== null && typeof body !== 'string') throw new TypeError('Only requests of text are recorded.');
  const url = input instanceof Request ? input.url : String(input);
  return { method: method.toUpperCase(), url, headers: [...new Headers(headers).keys()], body };
}

/** Returns a `send` for a model that records on behalf of `use`, or `send` itself without one. */
export function modelSend(send: Send, record: RecordRequest, use: ModelUse | undefined): Send {
  if (use === undefined) return send;
  return recordingSend(send, record, use, () => ({ kind: use.kind, passages: use.passages?.() ?? [] }));
}

/** Returns a client that records its requests, for a model that does not use the network. */
export function recordingClient(
  client: ModelClient,
  record: RecordRequest,
  use: ModelUse | undefined,
  where: (typeof LOCAL_DESTINATIONS)[keyof typeof LOCAL_DESTINATIONS],
): ModelClient {
  if (use === undefined) return client;
  return {
    ...client,
    async *stream(request, signal) {
      const { system, messages } = request;
      const body = JSON.stringify({ system, messages });
      const passages = use.passages?.() ?? [];
      await record(use, { kind: use.kind, method: 'PROMPT', url: where, headers: [], body, passages });
      yield* client.stream(request, signal);
    },
  };
}
