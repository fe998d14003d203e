import { hostKind, type ModelRequest, type RequestQuirk } from '../../contracts/index.ts';
import { fingerprint } from '../../text/index.ts';
import { promptText } from '../chat-completions/request/prompt-text.ts';
import { type RequestSettings, schemaDetail } from '../chat-completions/request/request-body.ts';
import { isNative } from '../chat-completions/request/tagged-messages.ts';
import type { WireInterface } from '../chat-completions/wire-interface.ts';
import { localTemplateFields } from '../presets/thinking-forms.ts';
import { toolJsonSchema } from '../tool-input/tool-schema.ts';
import { ResponsesChunkReader } from './responses-chunks.ts';
import { responsesInput } from './responses-input.ts';

/**
 * OpenAI's Responses interface. The provider stores nothing (`store: false`): reasoning arrives encrypted and is sent
 * back with the turn it belongs to. The provider's own tools are never offered.
 */
export const openAiResponses: WireInterface = (request, { baseUrl, known: { quirks }, settings }) => {
  const { instructions, input } = responsesInput(request);
  const tools = isNative(request) ? buildTools(request, quirks) : [];
  return {
    path: '/responses',
    body: {
      ...settings.body,
      ...(settings.temperature === undefined ? {} : { temperature: settings.temperature }),
      model: request.modelId,
      stream: true,
      store: false,
      ...(isPublic(baseUrl) ? { prompt_cache_key: cacheKey(request) } : {}),
      ...(instructions === '' ? {} : { instructions }),
      input,
      ...(tools.length > 0 ? { tools } : {}),
      ...(request.maxOutputTokens === null ? {} : { max_output_tokens: Math.max(MIN_LIMIT, request.maxOutputTokens) }),
      ...localTemplateFields(baseUrl, settings.reasoningEffort),
      ...buildReasoningFields(settings, quirks),
    },
    isStreamed: true,
    chunks: new ResponsesChunkReader(),
    sentText: () => promptText([instructions, input]) + JSON.stringify(tools),
  };
};

function isPublic(baseUrl: string): boolean {
  return hostKind(URL.parse(baseUrl)?.hostname ?? '') === 'public';
}

/**
 * A key that is the same for every request of a conversation, so that they reach the server that has its beginning
 * cached (quirk: cache-key).
 */
function cacheKey({ system, messages }: ModelRequest): string {
  const first = messages.find(({ role }) => role === 'user');
  return fingerprint(`${system}\n${JSON.stringify(first?.content ?? '')}`);
}

/** The smallest limit that the interface accepts. In tokens. */
const MIN_LIMIT = 16;

/** Strict schemas would require every property. */
function buildTools({ tools }: ModelRequest, quirks: ReadonlySet<RequestQuirk>) {
  return tools.map((tool) => ({
    type: 'function',
    name: tool.name,
    description: tool.description,
    parameters: toolJsonSchema(tool, schemaDetail(quirks)),
    strict: false,
  }));
}

/**
 * The reasoning fields. Models that do not reason refuse both (quirk: no-reasoning); some accounts get no summary
 * (quirk: no-reasoning-summary).
 */
function buildReasoningFields({ reasoningEffort: effort }: RequestSettings, quirks: ReadonlySet<RequestQuirk>) {
  if (quirks.has('no-reasoning')) return {};
  const reasoning = {
    ...(effort === undefined ? {} : { effort }),
    ...(quirks.has('no-reasoning-summary') ? {} : { summary: 'auto' }),
  };
  return {
    include: ['reasoning.encrypted_content'],
    ...(Object.keys(reasoning).length > 0 ? { reasoning } : {}),
  };
}
