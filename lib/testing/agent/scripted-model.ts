import type { ModelClient, ModelEvent, ModelRequest } from '../../contracts/model-client.ts';

/** The output of a scripted model: events, or a pause in between. */
export type ScriptLine = ModelEvent | { type: 'pause'; until: () => Promise<unknown> };

/**
 * A deterministic model for tests: its response depends only on the request, so that a repeated request gets the same
 * answer. Records every request for inspection.
 */
export function scriptedModel(script: (request: ModelRequest) => ScriptLine[]): ModelClient & {
  requests: ModelRequest[];
} {
  const requests: ModelRequest[] = [];
  return {
    requests,
    async *stream(request, signal) {
      requests.push(request);
      for (const line of script(request)) {
        signal.throwIfAborted();
        if (line.type === 'pause') await line.until();
        else yield line;
      }
    },
  };
}

/** The lines of one whole call. */
export function scriptedCall(toolCallId: string, toolName: string, input: unknown): ModelEvent[] {
  return [
    { type: 'tool-input-start', toolCallId, toolName },
    { type: 'tool-input-delta', toolCallId, delta: JSON.stringify(input) },
    { type: 'tool-input-available', toolCallId, input, repaired: false },
  ];
}

export function scriptedText(text: string): ModelEvent[] {
  return text.split(/(?<= )/).map((delta) => ({ type: 'text-delta', delta }));
}

export const STEP_END: ModelEvent = { type: 'step-end', finishReason: 'stop' };
