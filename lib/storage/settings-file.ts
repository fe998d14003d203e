import * as z from 'zod';
import {
  type AddressError,
  type Endpoint,
  EndpointSettings,
  ModelInterface,
  Preferences,
  type RequestExtrasError,
  requestExtrasError,
  type TaskModels,
} from '../contracts/index.ts';
import { overrideCapability } from './capabilities.ts';
import type { SidenoteDb } from './db.ts';
import { allEndpoints, saveEndpoint } from './endpoints.ts';

/** Maximum size of a settings file, in characters. */
const MAX_LENGTH = 5_000_000;

const modelId = z.string().min(1).max(500);

/** An endpoint as it is exported: without its key, and without what only applies to this browser. */
const ExportedEndpoint = z.strictObject({
  /** Used by other parts of the file to refer to it. */
  endpointId: z.string().min(1).max(64),
  name: z.string().min(1).max(200),
  baseUrl: z.string().max(2_048),
  interface: ModelInterface.optional(),
  models: z.array(modelId).max(20_000),
  settings: EndpointSettings.optional(),
  /** The user's decisions about tools, by model. */
  tools: z.array(z.strictObject({ modelId, supportsTools: z.boolean() })).max(20_000),
});

const SettingsFile = z.strictObject({
  format: z.literal('sidenote-settings'),
  version: z.literal(1),
  exportedAt: z.string(),
  endpoints: z.array(ExportedEndpoint).max(200),
  preferences: Preferences,
});
type SettingsFile = z.infer<typeof SettingsFile>;

/** All settings as a JSON document: endpoints and their settings, never a key. */
export async function exportSettings(db: SidenoteDb, preferences: Preferences, exportedAt: string): Promise<string> {
  const stored = await allEndpoints(db);
  const overrides = await db.capabilities.filter(({ source }) => source === 'user').toArray();
  const endpoints = stored.map(({ endpointId, name, baseUrl, interface: modelInterface, models, settings }) => ({
    endpointId,
    name,
    baseUrl,
    ...(modelInterface ? { interface: modelInterface } : {}),
    models,
    ...(settings ? { settings } : {}),
    tools: overrides
      .filter((each) => each.endpointId === endpointId)
      .map((each) => ({ modelId: each.modelId, supportsTools: each.supportsTools === true })),
  }));
  const file: SettingsFile = { format: 'sidenote-settings', version: 1, exportedAt, endpoints, preferences };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** What an import would change. The user has to approve it first. */
export type SettingsPlan = {
  /** New endpoints, each with a new id. */
  endpoints: readonly { endpoint: Endpoint; tools: readonly { modelId: string; supportsTools: boolean }[] }[];
  /** Names of endpoints that already exist with the same address; they are not changed. */
  known: readonly string[];
  preferences: Preferences;
};

/**
 * Why a settings file is rejected. `where`: the field of the file; `detail`: what was expected there; `extras`: the error in
 * custom headers and fields.
 */
export type SettingsFileError =
  | { code: 'too-large' | 'not-json' }
  | { code: 'not-ours'; where: string; detail: string; extras: RequestExtrasError | null }
  | { code: 'address'; name: string; reason: AddressError };

type PlanOptions = {
  /** Normalizes the address or returns why it is invalid; see `parseBaseUrl`. */
  parseAddress: (baseUrl: string) => { url: string } | { error: AddressError };
  newId: () => string;
  /** Milliseconds since 1970. */
  now: number;
};

/**
 * Reads a settings file and plans the import. Endpoints of the file never replace existing ones and never get an existing id, and
 * with it the key of another, since the file is untrusted.
 */
export async function planImport(
  db: SidenoteDb,
  text: string,
  { parseAddress, newId, now }: PlanOptions,
): Promise<SettingsPlan | { error: SettingsFileError }> {
  const file = readFile(text);
  if ('error' in file) return file;
  const here = await allEndpoints(db);
  const idsHere = new Map<string, string>();
  const known: string[] = [];
  const endpoints: { endpoint: Endpoint; tools: SettingsFile['endpoints'][number]['tools'] }[] = [];
  for (const { endpointId, tools, settings, ...rest } of file.endpoints) {
    const address = parseAddress(rest.baseUrl);
    if ('error' in address) return { error: { code: 'address', name: rest.name, reason: address.error } };
    const same = here.find((each) => each.baseUrl === address.url);
    if (same) {
      known.push(rest.name);
      idsHere.set(endpointId, same.endpointId);
      continue;
    }
    const endpoint: Endpoint = {
      ...rest,
      endpointId: newId(),
      baseUrl: address.url,
      createdAt: now + endpoints.length,
    };
    idsHere.set(endpointId, endpoint.endpointId);
    endpoints.push({ endpoint: settings ? { ...endpoint, settings } : endpoint, tools });
  }
  const taskModels = renamed(file.preferences.taskModels, idsHere);
  return { endpoints, known, preferences: { ...file.preferences, taskModels } };
}

/**
 * Adds the endpoints of a plan; the caller writes the preferences. The browser's permission is still needed before any request.
 */
export async function importSettings(db: SidenoteDb, { endpoints }: SettingsPlan, now: number): Promise<void> {
  for (const { endpoint, tools } of endpoints) {
    await saveEndpoint(db, endpoint);
    const { endpointId, baseUrl } = endpoint;
    for (const { modelId, supportsTools } of tools) {
      await overrideCapability(db, { endpointId, modelId }, baseUrl, supportsTools, now);
    }
  }
}

/** Deletes all endpoints, keys and observations about models. Chats stay. The caller resets the preferences. */
export async function resetEndpoints(db: SidenoteDb): Promise<void> {
  const tables = [db.endpoints, db.mcpServers, db.capabilities, db.apiKeys, db.wrappingKeys];
  await db.transaction('rw', tables, async () => {
    await Promise.all(tables.map((table) => table.clear()));
  });
}

function readFile(text: string): SettingsFile | { error: SettingsFileError } {
  if (text.length > MAX_LENGTH) return { error: { code: 'too-large' } };
  try {
    const read = SettingsFile.safeParse(JSON.parse(text));
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    const where = issue?.path.join('.') ?? '';
    return {
      error: {
        code: 'not-ours',
        where,
        detail: issue?.message ?? '',
        extras: issue ? requestExtrasError(issue) : null,
      },
    };
  } catch (error) {
    if (error instanceof SyntaxError) return { error: { code: 'not-json' } };
    throw error;
  }
}

/** Replaces the endpoint ids of models; models of endpoints that are not in the file are removed. */
function renamed(models: TaskModels, idsHere: ReadonlyMap<string, string>): TaskModels {
  const entries = Object.entries(models).flatMap(([task, model]) => {
    const endpointId = model && idsHere.get(model.endpointId);
    return endpointId === undefined ? [] : [[task, { ...model, endpointId }] as const];
  });
  return Object.fromEntries(entries);
}
