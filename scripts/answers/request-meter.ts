/**
 * Counts of an answer's requests. `processed`: tokens that the server did not have in its cache, or null if it does not
 * report this.
 */
export type RequestCounts = { requests: number; promptTokens: number; processed: number | null };

/** Counts requests and reads the usage in their responses, which are passed on unchanged. */
export class RequestMeter {
  readonly #replies: { text: string }[] = [];

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const reply = { text: '' };
    this.#replies.push(reply);
    const response = await globalThis.fetch(input, init);
    if (response.body === null || !response.ok) return response;
    const decoder = new TextDecoder();
    const watcher = new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        reply.text += decoder.decode(bytes, { stream: true });
        controller.enqueue(bytes);
      },
    });
    return new Response(response.body.pipeThrough(watcher), response);
  };

  get counts(): RequestCounts {
    // Evaluated only now: a reader may cancel a response at its end, and a cancelled stream is not flushed.
    const counts = this.#replies.map(({ text }) => (text === '' ? REFUSED : parseUsageCounts(text)));
    const known = counts.flatMap(({ processed }) => processed ?? []);
    return {
      requests: counts.length,
      promptTokens: counts.reduce((sum, { promptTokens }) => sum + promptTokens, 0),
      processed: known.length < counts.length ? null : known.reduce((sum, processed) => sum + processed, 0),
    };
  }
}

const REFUSED = { promptTokens: 0, processed: 0 };

type Usage = { prompt_tokens?: number; prompt_tokens_details?: { cached_tokens?: number } | null };
type Timings = { prompt_n?: number };

/** The usage in a streamed response: llama.cpp's `timings`, else `usage`. */
export function parseUsageCounts(reply: string): Omit<RequestCounts, 'requests'> {
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
