/** What the requests of one answer took. `processed`: tokens the server did not have in its cache; null where it does not say. */
export type RequestCounts = { requests: number; promptTokens: number; processed: number | null };

/** Counts requests and reads from their replies what the server says of them; the replies pass through unchanged. */
export class RequestMeter {
  readonly counts: RequestCounts = { requests: 0, promptTokens: 0, processed: 0 };

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    this.counts.requests++;
    const response = await globalThis.fetch(input, init);
    if (response.body === null) return response;
    const decoder = new TextDecoder();
    let text = '';
    const watcher = new TransformStream<Uint8Array, Uint8Array>({
      transform: (bytes, controller) => {
        text += decoder.decode(bytes, { stream: true });
        controller.enqueue(bytes);
      },
      flush: () => this.#read(text),
    });
    return new Response(response.body.pipeThrough(watcher), response);
  };

  #read(reply: string): void {
    const { promptTokens, processed } = countsOf(reply);
    this.counts.promptTokens += promptTokens;
    this.counts.processed =
      processed === null || this.counts.processed === null ? null : this.counts.processed + processed;
  }
}

type Usage = { prompt_tokens?: number; prompt_tokens_details?: { cached_tokens?: number } | null };
type Timings = { prompt_n?: number };

/** The counts in a streamed reply: llama.cpp's `timings`, else `usage`. */
export function countsOf(reply: string): Omit<RequestCounts, 'requests'> {
  let usage: Usage = {};
  let timings: Timings = {};
  for (const line of reply.split('\n')) {
    if (!line.startsWith('data:') || !/"(usage|timings)":\{/.test(line)) continue;
    const chunk = JSON.parse(line.slice('data:'.length)) as { usage?: Usage | null; timings?: Timings };
    usage = chunk.usage ?? usage;
    timings = chunk.timings ?? timings;
  }
  const { prompt_tokens: promptTokens = 0, prompt_tokens_details: details } = usage;
  const cached = details?.cached_tokens;
  return { promptTokens, processed: timings.prompt_n ?? (cached === undefined ? null : promptTokens - cached) };
}
