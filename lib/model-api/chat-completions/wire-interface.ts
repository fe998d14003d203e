import type { ModelRequest } from '../../contracts/index.ts';
import { thinkingForm } from '../presets/thinking-forms.ts';
import { promptText } from './request/prompt-text.ts';
import type { RequestCapability, RequestSettings } from './request/request-body.ts';
import { requestBody } from './request/request-body.ts';
import { ChatChunkReader } from './stream/chat-chunks.ts';
import type { ChunkReader } from './stream/chunk-reader.ts';

/** What a request is made for. `contextWindow`: the most tokens the model may be given room for, or null. */
export type WireContext = {
  baseUrl: string;
  known: RequestCapability;
  settings: RequestSettings;
  contextWindow: number | null;
};

/** One request in the words of an interface, and the reader of its reply. */
export type WireRequest = {
  /** Below the base URL, or a whole address on the same server. */
  path: string;
  body: object;
  /** False: nothing of the reply comes before all of it is written. */
  isStreamed: boolean;
  chunks: ChunkReader;
  /** All text that was sent, to be compared with the tokens the server says it read; null: it never cuts silently. */
  sentText: (() => string) | null;
  /** Tells whether the server has the model in memory: a whole address, and how its reply is read. */
  loaded?: { url: string; isLoaded(reply: unknown): boolean };
};

/** Makes a request as one interface wants it. What it refuses is learned by refusals, as for every interface. */
export type WireInterface = (request: ModelRequest, context: WireContext) => WireRequest;

/** OpenAI's chat interface. */
export const chatCompletions: WireInterface = (request, { baseUrl, known, settings }) => {
  const body = requestBody(request, known, { ...settings, thinkingForm: thinkingForm(baseUrl, request.modelId) });
  return {
    path: '/chat/completions',
    body,
    isStreamed: body.stream,
    chunks: new ChatChunkReader(),
    sentText: () => promptText(body.messages) + JSON.stringify(body.tools ?? ''),
  };
};
