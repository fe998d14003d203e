import type { CommandReply, EndpointCheck } from '../../lib/protocol/command.ts';
import type { ModelRef } from '../../lib/protocol/model.ts';
import { checkChat } from '../../lib/provider/check-endpoint.ts';
import { listModels } from '../../lib/provider/list-models.ts';
import { createModelClient } from '../../lib/provider/model-client.ts';
import type { SidenoteDb } from '../../lib/store/db.ts';
import { saveListedModels } from '../../lib/store/endpoints.ts';
import { endpointAccess } from './models.ts';

const LIST_TIMEOUT_MS = 15_000;

/** Walks what can fail between us and an answer; stops at the first thing that does. */
export async function checkEndpoint(db: SidenoteDb, model: ModelRef): Promise<EndpointCheck[]> {
  const access = await endpointAccess(db, model.endpointId);
  if ('failure' in access) return [{ name: 'Access', ok: false, message: access.failure.message }];
  const chat = await checkChat(createModelClient(access), model.modelId, new AbortController().signal);
  return [{ name: 'Access', ok: true, message: `Sidenote may talk to ${new URL(access.baseUrl).host}.` }, chat];
}

/** Asks an endpoint for its models and keeps the list. */
export async function refreshModels(db: SidenoteDb, endpointId: string): Promise<CommandReply> {
  const access = await endpointAccess(db, endpointId);
  if ('failure' in access) return { type: 'refused', failure: access.failure };
  try {
    const models = await listModels(access, AbortSignal.timeout(LIST_TIMEOUT_MS));
    await saveListedModels(db, endpointId, models);
    return { type: 'models', models };
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const message = `${new URL(access.baseUrl).host} did not list its models (${said}). Type the model's name instead.`;
    return { type: 'refused', failure: { code: 'bad-response', message, retryable: true } };
  }
}
