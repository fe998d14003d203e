/** One delta of a streamed reply, as servers send it. */
type Delta = { role?: 'assistant'; content?: string; tool_calls?: object[] };

function frame(delta: Delta, finishReason: string | null): string {
  const choices = [{ index: 0, delta, finish_reason: finishReason }];
  return `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices })}\n\n`;
}

/** The frames of a whole reply, including head and end. */
export function reply(deltas: readonly Delta[], finishReason: string): string[] {
  const [first, ...rest] = deltas;
  return [
    frame({ role: 'assistant', ...first }, null),
    ...rest.map((delta) => frame(delta, null)),
    frame({}, finishReason),
    'data: [DONE]\n\n',
  ];
}

export function textReply(words: number): string[] {
  return reply(
    Array.from({ length: words }, (_, n) => ({ content: `word${n} ` })),
    'stop',
  );
}

export type Call = { id: string; name: string; argumentsText: string };

/** Calls as OpenAI streams them: id and name, then the arguments, `size` characters per frame. */
export function callDeltas(calls: readonly Call[], size: number): Delta[] {
  return calls.flatMap(({ id, name, argumentsText }, index) => [
    { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] },
    ...pieces(argumentsText, size).map((part) => ({ tool_calls: [{ index, function: { arguments: part } }] })),
  ]);
}

export function pieces(text: string, size: number): string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, n) => text.slice(n * size, (n + 1) * size));
}

/** Replaces a server: answers every request with these frames, one per read. */
export function serving(frames: readonly string[]): typeof fetch {
  const bytes = frames.map((each) => new TextEncoder().encode(each));
  return async () => {
    const rest = bytes.values();
    return eventStream(async () => rest.next().value ?? null);
  };
}

/** A response that requests one piece at a time from `next`; null ends it. */
export function eventStream(next: () => Promise<Uint8Array<ArrayBuffer> | null>): Response {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const piece = await next();
        if (piece === null) controller.close();
        else controller.enqueue(piece);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}
