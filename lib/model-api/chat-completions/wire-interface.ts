import type { ModelRequest } from '../../contracts/index.ts';
import { thinkingForm } from '../presets/thinking-forms.ts';
import { promptText } from './request/prompt-text.ts';
import type { RequestCapability, RequestSettings } from './request/request-body.ts';
import { requestBody } from './request/request-body.ts';
import { ChatChunkReader } from './stream/chat-chunks.ts';
import type { ChunkReader } from './stream/chunk-reader.ts';

/** The context of a request. `contextWindow`: the maximum number of tokens to reserve for the model, or null. */
export type WireContext = {
  baseUrl: string;
  known: RequestCapability;
  settings: RequestSettings;
  contextWindow: number | null;
};

/** One request in the format of an interface, and the reader of its reply. */
export type WireRequest = {
  /** Relative to the base URL, or a full address on the same server. */
  path: string;
  body: object;
  /** False if nothing of the reply arrives before it is complete. */
  isStreamed: boolean;
  chunks: ChunkReader;
  /**
   * All text that was sent, to be compared with the tokens the server reports; null if the server never truncates
   * silently.
   */
  sentText: (() => string) | null;
  /** How to find out whether the server has the model in memory: a full address, and how to read its reply. */
  loaded?: { url: string; isLoaded(reply: unknown): boolean };
};

/**
 * Builds a request for one interface. What a server does not accept is learned from its refusals, in every interface.
 */
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
