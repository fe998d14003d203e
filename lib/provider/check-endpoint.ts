import type { EndpointCheck } from '../protocol/command.ts';
import { type Asking, askAndLearn } from './ask-and-learn.ts';
import type { ToolProbe } from './capability-probe.ts';

/**
 * Sends a real chat request and reads the beginning of the answer. Listing models proves nothing: browsers send the
 * extension's Origin only with a POST, and some servers refuse just that (endpoints-and-models, fact 1).
 */
export async function checkChat(asking: Asking, modelId: string, signal: AbortSignal): Promise<EndpointCheck> {
  const name = 'Chat';
  const request = {
    modelId,
    system: 'You are being tested. Answer with one word.',
    messages: [{ role: 'user' as const, content: 'Say OK.' }],
    tools: [],
    toolMode: 'none' as const,
    maxOutputTokens: null,
    attempt: 0,
  };
  for await (const event of askAndLearn(asking, request, signal)) {
    switch (event.type) {
      case 'text-delta':
      case 'reasoning-delta':
        return { name, ok: true, message: `${modelId} answers, and its answers stream.` };
      case 'failure':
      case 'retry': {
        const detail = event.failure.detail ? ` (${event.failure.detail})` : '';
        return { name, ok: false, message: `${event.failure.message}${detail}` };
      }
      case 'interrupted':
        return { name, ok: false, message: event.detail };
      default:
    }
  }
  return { name, ok: false, message: `${modelId} sent an empty answer. Try another model.` };
}

/** What a test call of a tool came to, for the person. Nothing here is wrong: tools work either way. */
export function toolsCheck(modelId: string, probe: ToolProbe): EndpointCheck {
  const name = 'Tools';
  switch (probe.verdict) {
    case 'yes':
      return { name, ok: true, message: `${modelId} ${probe.evidence}. Native tool calls are used.` };
    case 'no':
      return { name, ok: true, message: `No native tool calls (${probe.evidence}). Tags in the prompt are used.` };
    case 'unclear':
      return {
        name,
        ok: true,
        message: `Not clear: ${modelId} ${probe.evidence}. Native calls are tried first, with tags to fall back on.`,
      };
    default:
      return probe.verdict satisfies never;
  }
}
