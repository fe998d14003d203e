import * as z from 'zod';
import {
  type AddressError,
  type Endpoint,
  EndpointSettings,
  Preferences,
  type RequestExtrasError,
  requestExtrasError,
  type TaskModels,
} from '../contracts/index.ts';
import { overrideCapability } from './capabilities.ts';
import type { SidenoteDb } from './db.ts';
import { allEndpoints, saveEndpoint } from './endpoints.ts';

/** A file of settings is no longer than this, in characters. */
const MAX_LENGTH = 5_000_000;

const modelId = z.string().min(1).max(500);

/** An endpoint as it leaves: without its key, and without what only holds in this browser. */
const ExportedEndpoint = z.strictObject({
  /** Only so that other parts of the file can name it. */
  endpointId: z.string().min(1).max(64),
  name: z.string().min(1).max(200),
  baseUrl: z.string().max(2_048),
  models: z.array(modelId).max(20_000),
  settings: EndpointSettings.optional(),
  /** What the user has said about tools, by model. */
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

/** All settings as a JSON document: endpoints and what was set for them, never a key. */
export async function exportSettings(db: SidenoteDb, preferences: Preferences, exportedAt: string): Promise<string> {
  const stored = await allEndpoints(db);
  const overrides = await db.capabilities.filter(({ source }) => source === 'user').toArray();
  const endpoints = stored.map(({ endpointId, name, baseUrl, models, settings }) => ({
    endpointId,
    name,
    baseUrl,
    models,
    ...(settings ? { settings } : {}),
    tools: overrides
      .filter((each) => each.endpointId === endpointId)
      .map((each) => ({ modelId: each.modelId, supportsTools: each.supportsTools === true })),
  }));
  const file: SettingsFile = { format: 'sidenote-settings', version: 1, exportedAt, endpoints, preferences };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** What an import would do; shown to the user, who has to agree before anything of it is done. */
export type SettingsPlan = {
  /** New ones, each under an id of its own. */
  endpoints: readonly { endpoint: Endpoint; tools: readonly { modelId: string; supportsTools: boolean }[] }[];
  /** Names of those that are here already, with the same address; they stay as they are. */
  known: readonly string[];
  preferences: Preferences;
};

/** Why a file of settings is refused. `where`: the field of the file; `detail`: what was expected there; `extras`: of headers and fields of the user's own. */
export type SettingsFileError =
  | { code: 'too-large' | 'not-json' }
  | { code: 'not-ours'; where: string; detail: string; extras: RequestExtrasError | null }
  | { code: 'address'; name: string; reason: AddressError };

type Surroundings = {
  /** The address as it is used, or why it is none; see `parseBaseUrl`. */
  judge: (baseUrl: string) => { url: string } | { error: AddressError };
  newId: () => string;
  /** Milliseconds since 1970. */
  now: number;
};

/**
 * Reads a file of settings and says what it would do here. No endpoint of the file takes the place of one that is here, and
 * none gets the id, and with it the key, of another: a file may be anybody's.
 */
export async function planImport(
  db: SidenoteDb,
  text: string,
  { judge, newId, now }: Surroundings,
): Promise<SettingsPlan | { error: SettingsFileError }> {
  const file = readFile(text);
  if ('error' in file) return file;
  const here = await allEndpoints(db);
  const idsHere = new Map<string, string>();
  const known: string[] = [];
  const endpoints: { endpoint: Endpoint; tools: SettingsFile['endpoints'][number]['tools'] }[] = [];
  for (const { endpointId, tools, settings, ...rest } of file.endpoints) {
    const address = judge(rest.baseUrl);
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

/** Adds the endpoints of a plan; the preferences are the caller's to write. Browsers still ask before any is talked to. */
export async function importSettings(db: SidenoteDb, { endpoints }: SettingsPlan, now: number): Promise<void> {
  for (const { endpoint, tools } of endpoints) {
    await saveEndpoint(db, endpoint);
    const { endpointId, baseUrl } = endpoint;
    for (const { modelId, supportsTools } of tools) {
      await overrideCapability(db, { endpointId, modelId }, baseUrl, supportsTools, now);
    }
  }
}

/** Forgets all endpoints, keys and what was learned of models. Chats stay. The preferences are the caller's to reset. */
export async function resetEndpoints(db: SidenoteDb): Promise<void> {
  await db.transaction('rw', db.endpoints, db.capabilities, db.apiKeys, db.wrappingKeys, async () => {
    await Promise.all([db.endpoints.clear(), db.capabilities.clear(), db.apiKeys.clear(), db.wrappingKeys.clear()]);
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

/** Models by the ids their endpoints have here; those of endpoints that the file does not have are left out. */
function renamed(models: TaskModels, idsHere: ReadonlyMap<string, string>): TaskModels {
  const entries = Object.entries(models).flatMap(([task, model]) => {
    const endpointId = model && idsHere.get(model.endpointId);
    return endpointId === undefined ? [] : [[task, { ...model, endpointId }] as const];
  });
  return Object.fromEntries(entries);
}
