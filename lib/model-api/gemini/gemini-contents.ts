import * as z from 'zod';
import { isJsonObject, type ModelRequest, type RequestQuirk } from '../../contracts/index.ts';
import {
  type AssistantTurn,
  type ContentPart,
  conversationTurns,
} from '../chat-completions/request/conversation-turns.ts';
import { isNative, textConversation } from '../chat-completions/request/tagged-messages.ts';
import { DUMMY_SIGNATURE } from '../chat-completions/request/to-openai-messages.ts';
import { neutralizeMarkers, readDataUrl, resultText, userContent } from '../chat-completions/request/user-content.ts';

/**
 * The state that is echoed with a step from Gemini: signatures at their original positions, on the text and on calls by
 * their local id, and the ids that Gemini assigned (quirk: call-ids-echoed).
 */
const GeminiState = z.object({
  interface: z.literal('gemini'),
  text: z.string().nullable(),
  calls: z.record(z.string(), z.string()),
  ids: z.record(z.string(), z.string()).default({}),
});
export type GeminiState = z.infer<typeof GeminiState>;

type Part =
  | { text: string; thoughtSignature?: string }
  | { inlineData: { mimeType: string; data: string } }
  | { functionCall: { id?: string; name: string; args: object }; thoughtSignature?: string }
  | { functionResponse: { id?: string; name: string; response: { result: string } | { error: string } } };

export type GeminiContent = { role: 'user' | 'model'; parts: Part[] };

/** A request's conversation in Gemini's format: roles alternate, and results are user turns. */
export function geminiConversation(
  request: ModelRequest,
  quirks: ReadonlySet<RequestQuirk>,
): { system: string; contents: GeminiContent[]; stop: readonly string[] } {
  if (!isNative(request)) {
    const { system, turns, stop } = textConversation(request);
    const contents = turns.map(
      ({ role, content }): GeminiContent => ({ role: role === 'user' ? 'user' : 'model', parts: toParts(content) }),
    );
    return { system, contents: merged(contents), stop };
  }
  const contents = conversationTurns(request.messages).flatMap((turn): GeminiContent[] =>
    turn.role === 'user' ? [{ role: 'user', parts: toParts(userContent(turn)) }] : assistantContents(turn, quirks),
  );
  return { system: neutralizeMarkers(request.system), contents: merged(contents), stop: [] };
}

function assistantContents(turn: AssistantTurn, quirks: ReadonlySet<RequestQuirk>): GeminiContent[] {
  const state = GeminiState.safeParse(turn.opaque).data ?? null;
  const wireId = (toolCallId: string) => {
    const id = state?.ids[toolCallId];
    return id === undefined ? {} : { id };
  };
  const isSigned = Object.keys(state?.calls ?? {}).length > 0;
  const calls = turn.toolCalls.map(({ toolCallId, toolName, input }, index): Part => {
    const dummy = index === 0 && !isSigned && quirks.has('dummy-thought-signature') ? DUMMY_SIGNATURE : undefined;
    const thoughtSignature = state?.calls[toolCallId] ?? dummy;
    const functionCall = { ...wireId(toolCallId), name: toolName, args: isJsonObject(input) ? input : {} };
    return { functionCall, ...(thoughtSignature === undefined ? {} : { thoughtSignature }) };
  });
  const signature = state?.text ?? null;
  const texts = toParts(turn.content).map((part) =>
    'text' in part && signature !== null ? { ...part, thoughtSignature: signature } : part,
  );
  const model: GeminiContent = { role: 'model', parts: [...texts, ...calls] };
  if (calls.length === 0) return [model];
  const results = turn.results.map((result): Part => {
    const text = resultText(result);
    const response = result.isError ? { error: text } : { result: text };
    return { functionResponse: { ...wireId(result.toolCallId), name: result.toolName, response } };
  });
  const pictures = turn.results.flatMap(({ images = [] }) =>
    images.map(({ mediaType, data }): Part => ({ inlineData: { mimeType: mediaType, data } })),
  );
  return [model, { role: 'user', parts: [...results, ...pictures] }];
}

function toParts(content: string | readonly ContentPart[]): Part[] {
  const parts: readonly ContentPart[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  return parts.flatMap((part): Part[] => {
    if (part.type === 'text') return part.text === '' ? [] : [{ text: part.text }];
    const { mediaType, data } = readDataUrl(part.type === 'file' ? part.file.file_data : part.image_url.url);
    return [{ inlineData: { mimeType: mediaType, data } }];
  });
}

function merged(contents: readonly GeminiContent[]): GeminiContent[] {
  const all: GeminiContent[] = [];
  for (const { role, parts } of contents) {
    if (parts.length === 0) continue;
    const last = all.at(-1);
    if (last?.role === role) last.parts.push(...parts);
    else all.push({ role, parts: [...parts] });
  }
  return all;
}
