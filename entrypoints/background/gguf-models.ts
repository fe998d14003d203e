import type { ModelConnection } from '../../lib/agent/index.ts';
import {
  type Failure,
  GGUF_ENDPOINT,
  GgufError,
  type GgufModel,
  ggufContextWindow,
  type ModelClient,
  type ModelRef,
} from '../../lib/contracts/index.ts';
import { askGgufPage, ggufModels, readPolicy } from '../../lib/extension/index.ts';
import { createGgufFetch, createModelClient, requestCapability, timeoutsFor } from '../../lib/model-api/index.ts';
import { loadCapability, type SidenoteDb } from '../../lib/storage/index.ts';

/** The connection to a GGUF model that runs inside the extension, or why there is none. */
export async function ggufConnection(
  db: SidenoteDb,
  { endpointId, modelId }: ModelRef,
  now: number,
): Promise<ModelConnection | { failure: Failure }> {
  if ((await readPolicy()).disabledFeatures.includes('gguf-models')) {
    const reason = { type: 'endpoint-blocked', name: modelId } as const;
    return { failure: { code: 'not-found', reason, retryable: false } };
  }
  const model = (await ggufModels.getValue()).find((each) => each.modelId === modelId);
  if (model === undefined) return { failure: ggufFailure(modelId, new GgufError({ type: 'model-deleted' })) };
  const capability = await loadCapability(db, { endpointId, modelId });
  return {
    client: ggufClient(model, requestCapability(capability, now)),
    connections: null,
    // Small models call tools badly, and the descriptions take a minute to read.
    toolMode: model.hasTools ? 'tags' : 'none',
    mayFallBack: false,
    toolTiming: capability?.toolTiming ?? { toolsFirst: 0, textFirst: 0 },
    contextWindow: ggufContextWindow(model),
    vision: false,
    systemPrompt: '',
    maxOutputTokens: null,
    isLocal: true,
    isOnThisMachine: true,
    worksWithTools: model.hasTools,
  };
}

/** The model is loaded first, so that the user learns of it and of what goes wrong, and then asked like any server. */
function ggufClient(model: GgufModel, known: ReturnType<typeof requestCapability>): ModelClient {
  const { modelId } = model;
  return {
    async *stream(request, signal) {
      let problem: GgufError | null = null;
      const remember = (error: unknown) => {
        if (!(error instanceof GgufError)) throw error;
        problem = error;
      };
      const fetch = createGgufFetch(async function* (body, aborted) {
        try {
          yield* askGgufPage({ type: 'answer', model, body }, aborted);
        } catch (error) {
          remember(error);
          throw error;
        }
      });
      try {
        for await (const { type } of askGgufPage({ type: 'load', model }, signal)) {
          if (type === 'loading') yield { type: 'step-notice', notice: { code: 'loading', model: modelId } };
        }
      } catch (error) {
        remember(error);
      }
      if (problem !== null) return yield { type: 'failure', failure: ggufFailure(modelId, problem) };
      const client = createModelClient({
        baseUrl: GGUF_ENDPOINT.baseUrl,
        hostKind: 'loopback',
        apiKey: null,
        fetch,
        timeouts: timeoutsFor('loopback'),
        known,
      });
      for await (const event of client.stream(request, signal)) {
        const isOurs = event.type === 'failure' && problem !== null;
        yield isOurs && problem !== null ? { type: 'failure', failure: ggufFailure(modelId, problem) } : event;
      }
    },
  };
}

function ggufFailure(model: string, { problem, detail }: GgufError): Failure {
  const reason = { type: 'gguf-failed', model, problem } as const;
  const code = problem.type === 'model-deleted' ? 'not-found' : 'internal';
  return { code, reason, detail, retryable: problem.type === 'page-closed' };
}
