import { applyObservation, unknownCapability } from '../../lib/agent/capability/apply-observation.ts';
import type { ModelConnection } from '../../lib/agent/run-context.ts';
import type { Capability, CapabilityObservation } from '../../lib/contracts/capability.ts';
import type { ModelInterface } from '../../lib/contracts/endpoint.ts';
import type { ModelRef, ToolMode } from '../../lib/contracts/model.ts';
import { createModelProfile } from '../../lib/contracts/model.ts';
import type { ModelClient } from '../../lib/contracts/model-client.ts';
import { createModelClient } from '../../lib/model-api/client/model-client.ts';
import {
  chooseToolMode,
  getContextWindow,
  requestCapability,
  worksWithTools,
} from '../../lib/model-api/client/request-capability.ts';
import { type BaseUrl, parseBaseUrl } from '../../lib/model-api/endpoints/base-url.ts';
import { listModels } from '../../lib/model-api/endpoints/list-models.ts';
import { listingObservations } from '../../lib/model-api/endpoints/listing-facts.ts';

/** Maximum length of an answer in tokens, so that a small model that repeats itself does not delay the others. */
export const MAX_OUTPUT_TOKENS = 300;

const LIST_TIMEOUT_MS = 15_000;

/** A model server and the observations about its model, which accumulate as in the extension. */
export class AnswerServer {
  readonly model: ModelRef;
  readonly #baseUrl: BaseUrl;
  readonly #apiKey: string | null;
  readonly #interface: ModelInterface;
  #capability: Capability;

  private constructor(baseUrl: BaseUrl, modelId: string, apiKey: string | null, modelInterface: ModelInterface) {
    this.model = { endpointId: 'answers', modelId };
    this.#baseUrl = baseUrl;
    this.#apiKey = apiKey;
    this.#interface = modelInterface;
    this.#capability = unknownCapability(this.model, baseUrl.url);
  }

  /** Reads what the server reports about the model, as the settings page does when an endpoint is added. */
  static async open(
    address: string,
    modelId: string,
    apiKey: string | null,
    modelInterface: ModelInterface = 'chat-completions',
  ): Promise<AnswerServer> {
    const baseUrl = parseBaseUrl(address);
    if ('error' in baseUrl) throw new Error(baseUrl.error.code);
    const server = new AnswerServer(baseUrl, modelId, apiKey, modelInterface);
    const { url, hostKind } = baseUrl;
    const options = { baseUrl: url, hostKind, apiKey, fetch: globalThis.fetch, interface: modelInterface };
    const listed = await listModels(options, AbortSignal.timeout(LIST_TIMEOUT_MS));
    const found = listed.find((each) => each.modelId === modelId);
    if (found === undefined) throw new Error(`The server has ${listed.map((each) => each.modelId).join(', ')}.`);
    for (const observation of listingObservations(found.facts)) server.learn(observation);
    return server;
  }

  get contextWindow(): number | null {
    return getContextWindow(this.#capability, Date.now());
  }

  learn(observation: CapabilityObservation): void {
    this.#capability = applyObservation(this.#capability, observation, Date.now());
  }

  /** Uses temperature 0, so that another run gives the same answers. */
  client(fetch: typeof globalThis.fetch): ModelClient {
    const { url, hostKind } = this.#baseUrl;
    const known = requestCapability(this.#capability, Date.now());
    return createModelClient({
      baseUrl: url,
      hostKind,
      apiKey: this.#apiKey,
      fetch,
      interface: this.#interface,
      known,
      settings: { temperature: 0 },
    });
  }

  /** `toolMode`: how tools are offered, or null for the extension's choice. */
  connection(client: ModelClient, toolMode: ToolMode | null): ModelConnection {
    const choice = chooseToolMode(this.#capability, this.model.modelId, Date.now());
    return {
      client,
      profile: createModelProfile({
        ...(toolMode === null ? choice : { toolMode, mayFallBack: false }),
        toolTiming: this.#capability.toolTiming,
        contextWindow: this.contextWindow,
        vision: this.#capability.vision,
        maxOutputTokens: MAX_OUTPUT_TOKENS,
        isLocal: this.#baseUrl.hostKind !== 'public',
        isOnThisMachine: this.#baseUrl.hostKind === 'loopback',
        worksWithTools: worksWithTools(this.#capability),
      }),
    };
  }
}
