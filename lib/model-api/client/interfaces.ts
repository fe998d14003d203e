import type { ModelInterface } from '../../contracts/index.ts';
import { anthropicMessages } from '../anthropic-messages/anthropic-messages.ts';
import { chatCompletions, type WireInterface } from '../chat-completions/wire-interface.ts';
import { gemini } from '../gemini/gemini.ts';
import { ollama } from '../ollama/ollama.ts';
import { openAiResponses } from '../openai-responses/responses.ts';
import type { KeyHeader } from '../presets/preset.ts';

/**
 * How each interface is spoken. `keyHeader` and `headers` hold for every server that speaks it; the user's own headers and
 * those of a preset come after them.
 */
export const INTERFACES: Record<
  ModelInterface,
  { wire: WireInterface; keyHeader?: KeyHeader; headers?: Readonly<Record<string, string>> }
> = {
  'chat-completions': { wire: chatCompletions },
  'anthropic-messages': {
    wire: anthropicMessages,
    keyHeader: 'x-api-key',
    // Without the second one browsers are refused (quirk: direct-browser-access).
    headers: { 'anthropic-version': '2023-06-01', 'anthropic-dangerous-direct-browser-access': 'true' },
  },
  'openai-responses': { wire: openAiResponses },
  gemini: { wire: gemini, keyHeader: 'x-goog-api-key' },
  ollama: { wire: ollama },
};
