import type { CommandReply, EndpointCheck } from '../../lib/protocol/command.ts';
import type { FailureCode } from '../../lib/protocol/failure.ts';
import type { ModelRef } from '../../lib/protocol/model.ts';
import type { Connections } from '../../lib/protocol/model-client.ts';
import { probeLesson, probeTools } from '../../lib/provider/capability-probe.ts';
import { checkChat, toolsCheck } from '../../lib/provider/check-endpoint.ts';
import { listModels } from '../../lib/provider/list-models.ts';
import { listingLessons } from '../../lib/provider/listing-facts.ts';
import type { ModelClientOptions } from '../../lib/provider/model-client.ts';
import { learnCapabilities, learnCapability } from '../../lib/store/capabilities.ts';
import type { SidenoteDb } from '../../lib/store/db.ts';
import { saveListedModels } from '../../lib/store/endpoints.ts';
import { askingFor, endpointAccess } from './models.ts';

const LIST_TIMEOUT_MS = 15_000;

/** What the settings ask of servers. It takes one connection, and waits for none: the person reads why it cannot be now. */
export type EndpointWork = {
  db: SidenoteDb;
  now: () => number;
  connectionsTo: (origin: string) => Connections;
};

/** Walks what can fail between us and an answer that uses tools; stops at the first thing that does. */
export async function checkEndpoint(
  { db, now, connectionsTo }: EndpointWork,
  model: ModelRef,
): Promise<EndpointCheck[]> {
  const access = await endpointAccess(db, model.endpointId);
  if ('failure' in access) return [{ name: 'Access', ok: false, message: access.failure.message }];
  const { host, origin } = new URL(access.baseUrl);
  const release = connectionsTo(origin).tryTake();
  if (release === null) return [{ name: 'Access', ok: false, message: allInUse(host) }];
  try {
    return await checksOf({ db, now }, model, access);
  } finally {
    release();
  }
}

async function checksOf(
  { db, now }: Pick<EndpointWork, 'db' | 'now'>,
  model: ModelRef,
  access: ModelClientOptions,
): Promise<EndpointCheck[]> {
  const granted = { name: 'Access', ok: true, message: `Sidenote may talk to ${new URL(access.baseUrl).host}.` };
  const { signal } = new AbortController();
  const asking = askingFor(db, model, access, now);
  const chat = await checkChat(asking, model.modelId, signal);
  if (!chat.ok) return [granted, chat];
  const probe = await probeTools(asking, model.modelId, signal);
  await learnCapability(db, model, access.baseUrl, probeLesson(probe), now());
  return [granted, chat, toolsCheck(model.modelId, probe)];
}

/** Asks an endpoint for its models, and keeps the list and what it tells of them. */
export async function refreshModels(
  { db, now, connectionsTo }: EndpointWork,
  endpointId: string,
): Promise<CommandReply> {
  const access = await endpointAccess(db, endpointId);
  if ('failure' in access) return { type: 'refused', failure: access.failure };
  const { host, origin } = new URL(access.baseUrl);
  const release = connectionsTo(origin).tryTake();
  if (release === null) return refused('rate-limit', allInUse(host));
  try {
    const listed = await listModels(access, AbortSignal.timeout(LIST_TIMEOUT_MS));
    const models = listed.map((model) => model.modelId);
    await saveListedModels(db, endpointId, models);
    const told = listed.map(({ modelId, facts }) => ({ modelId, lessons: listingLessons(facts) }));
    const learned = told.filter(({ lessons }) => lessons.length > 0);
    await learnCapabilities(db, endpointId, access.baseUrl, learned, now());
    return { type: 'models', models };
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return refused('bad-response', `${host} did not list its models (${said}). Type the model's name instead.`);
  } finally {
    release();
  }
}

function allInUse(host: string): string {
  return `${host} is writing as many answers as a browser asks for at a time. Wait until one has ended, then try again.`;
}

function refused(code: FailureCode, message: string): CommandReply {
  return { type: 'refused', failure: { code, message, retryable: true } };
}
