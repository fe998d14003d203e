import { type GgufReply, isJsonObject, parseJson } from '../../contracts/index.ts';

/** Sends the body of a Chat Completions request to a model. The replies end with `done` or `refused`. */
export type AskGguf = (body: Record<string, unknown>, signal: AbortSignal) => AsyncIterable<GgufReply>;

/**
 * Creates a `fetch` that acts as a Chat Completions server, backed by a model inside the extension. The response begins
 * when the model has read the prompt. Aborting the signal, or an error from `ask`, rejects it or breaks its body.
 */
export function createGgufFetch(ask: AskGguf): typeof globalThis.fetch {
  return async (_input, init) => {
    const body = parseJson(String(init?.body));
    const replies = ask(isJsonObject(body) ? body : {}, init?.signal ?? new AbortController().signal);
    const data = eventData(replies)[Symbol.asyncIterator]();
    const first = await data.next();
    if (!first.done && 'error' in first.value) return Response.json(first.value, { status: 400 });
    let next: Promise<IteratorResult<object>> = Promise.resolve(first);
    const stream = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const { done, value } = await next;
          controller.enqueue(encoder.encode(`data: ${done ? '[DONE]' : JSON.stringify(value)}\n\n`));
          if (done) controller.close();
          else {
            next = data.next();
            // The reader may never pull again, in which case a failure would be unhandled.
            next.catch(() => undefined);
          }
        },
        async cancel() {
          await data.return?.(undefined);
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
  };
}

const encoder = new TextEncoder();

/** The chunks of an answer, or an error in the form that servers use. */
async function* eventData(replies: AsyncIterable<GgufReply>): AsyncGenerator<object, undefined> {
  for await (const reply of replies) {
    if (reply.type === 'chunk') yield reply.chunk as object;
    if (reply.type === 'refused') yield { error: { message: reply.message } };
  }
}
