import * as z from 'zod';
import {
  type AddressError,
  type Endpoint,
  EndpointSettings,
  ModelInterface,
  type ModelRef,
  type ModelSettings,
  Preferences,
  type Prompt,
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

/** An exported endpoint: without its key, and without settings that apply only to this browser. */
const ExportedEndpoint = z.strictObject({
  /** Used to refer to the endpoint in other parts of the file. */
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
  const storedEndpoints = await allEndpoints(db);
  const overrides = await db.capabilities.filter(({ source }) => source === 'user').toArray();
  const endpoints = storedEndpoints.map(
    ({ endpointId, name, baseUrl, interface: modelInterface, models, settings }) => ({
      endpointId,
      name,
      baseUrl,
      ...(modelInterface ? { interface: modelInterface } : {}),
      models,
      ...(settings ? { settings } : {}),
      tools: overrides
        .filter((each) => each.endpointId === endpointId)
        .map((each) => ({ modelId: each.modelId, supportsTools: each.supportsTools === true })),
    }),
  );
  const file: SettingsFile = { format: 'sidenote-settings', version: 1, exportedAt, endpoints, preferences };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** What an import would change. The user has to approve it first. */
export type SettingsPlan = {
  /** New endpoints, each with a new id. */
  endpoints: readonly { endpoint: Endpoint; tools: readonly { modelId: string; supportsTools: boolean }[] }[];
  /** Names of endpoints that already exist with the same address. They are not changed. */
  known: readonly string[];
  /** Without models for tasks, which are in `choices`. */
  preferences: Preferences & { prompts: Prompt[] };
  /** Prompts in the file with the name of one of Sidenote's own. */
  renamed: readonly { from: string; to: string }[];
  /** Parts that are imported only if the user selects them. */
  choices: readonly ImportChoice[];
};

/**
 * A setting that is imported only if the user chooses it: text or data that the author of the file adds to each
 * request, or a model that receives texts automatically.
 */
export type ImportChoice = { id: string; endpointName: string } & (
  | { type: InstructionType; endpointId: string; modelId: string | null; text: string }
  | { type: 'task-model'; task: string; model: ModelRef }
);

/**
 * Model settings that add text to requests, or that determine which parts of pages and files are sent automatically.
 */
const INSTRUCTIONS = [
  'systemPrompt',
  'headers',
  'body',
  'pdfs',
  'pageContext',
] as const satisfies (keyof ModelSettings)[];
type InstructionType = (typeof INSTRUCTIONS)[number];

/**
 * Why a settings file is rejected. `where`: the field of the file. `detail`: what was expected there. `extras`: the
 * error in custom headers and fields.
 */
export type SettingsFileError =
  | { code: 'too-large' | 'not-json' }
  | { code: 'not-ours'; where: string; detail: string; extras: RequestExtrasError | null }
  | { code: 'address'; name: string; reason: AddressError };

type PlanOptions = {
  /** Normalizes the address or returns why it is invalid; see `parseBaseUrl`. */
  parseAddress: (baseUrl: string) => { url: string } | { error: AddressError };
  newId: () => string;
  /** Names that prompts in the file may not have. */
  builtInNames: readonly string[];
  /** Milliseconds since 1970. */
  now: number;
};

/**
 * Reads a settings file and plans the import. The file is untrusted, so its endpoints never replace existing ones and
 * never get an existing id, which would give them another endpoint's key.
 */
export async function planImport(
  db: SidenoteDb,
  text: string,
  { parseAddress, newId, builtInNames, now }: PlanOptions,
): Promise<SettingsPlan | { error: SettingsFileError }> {
  const file = readFile(text);
  if ('error' in file) return file;
  const here = await allEndpoints(db);
  const idsHere = new Map<string, string>();
  const existingNames: string[] = [];
  const endpoints: { endpoint: Endpoint; tools: SettingsFile['endpoints'][number]['tools'] }[] = [];
  for (const { endpointId, tools, settings, ...rest } of file.endpoints) {
    const address = parseAddress(rest.baseUrl);
    if ('error' in address) return { error: { code: 'address', name: rest.name, reason: address.error } };
    const same = here.find((each) => each.baseUrl === address.url);
    if (same) {
      existingNames.push(rest.name);
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
  const { prompts, renamed } = withoutNames(file.preferences.prompts ?? [], builtInNames);
  const names = new Map(
    [...here, ...endpoints.map(({ endpoint }) => endpoint)].map((each) => [each.endpointId, each.name]),
  );
  return {
    endpoints,
    known: existingNames,
    renamed,
    preferences: { ...file.preferences, prompts, taskModels: {} },
    choices: [
      ...endpoints.flatMap(({ endpoint }) => listInstructions(endpoint)),
      ...Object.entries(modelsHere(file.preferences.taskModels ?? {}, idsHere)).map(([task, model]) => ({
        id: `task ${task}`,
        type: 'task-model' as const,
        task,
        model,
        endpointName: names.get(model.endpointId) ?? '',
      })),
    ],
  };
}

/**
 * Adds the endpoints of a plan, with the choices whose ids are in `chosenIds`. The caller writes `chosenPreferences`.
 * The browser's permission is still needed before any request.
 */
export async function importSettings(
  db: SidenoteDb,
  { endpoints }: SettingsPlan,
  chosenIds: ReadonlySet<string>,
  now: number,
): Promise<void> {
  for (const { endpoint, tools } of endpoints) {
    await saveEndpoint(db, withChosen(endpoint, chosenIds));
    const { endpointId, baseUrl } = endpoint;
    for (const { modelId, supportsTools } of tools) {
      await overrideCapability(db, { endpointId, modelId }, baseUrl, supportsTools, now);
    }
  }
}

/** The preferences of a plan, with the chosen models for tasks. */
export function chosenPreferences({ preferences, choices }: SettingsPlan, chosenIds: ReadonlySet<string>): Preferences {
  const taskModels = choices.flatMap((each) =>
    each.type === 'task-model' && chosenIds.has(each.id) ? [[each.task, each.model] as const] : [],
  );
  return { ...preferences, taskModels: Object.fromEntries(taskModels) };
}

function listInstructions({ endpointId, name, settings }: Endpoint): ImportChoice[] {
  if (settings === undefined) return [];
  const all = [{ modelId: null, settings: settings.all }, ...settings.models];
  return all.flatMap(({ modelId, settings: own }) =>
    INSTRUCTIONS.flatMap((type): ImportChoice[] => {
      const value = own[type];
      const text =
        typeof value === 'string' ? value : Object.keys(value ?? {}).length > 0 ? JSON.stringify(value, null, 2) : '';
      const id = instructionId(endpointId, modelId, type);
      return text === '' ? [] : [{ id, type, endpointId, endpointName: name, modelId, text }];
    }),
  );
}

function instructionId(endpointId: string, modelId: string | null, type: InstructionType): string {
  return `${type} ${endpointId} ${modelId ?? ''}`;
}

/** The endpoint without the instructions that were not chosen. */
function withChosen(endpoint: Endpoint, chosenIds: ReadonlySet<string>): Endpoint {
  const { endpointId, settings } = endpoint;
  if (settings === undefined) return endpoint;
  const keep = (modelId: string | null, own: ModelSettings): ModelSettings => {
    const omittedTypes = INSTRUCTIONS.filter((type) => !chosenIds.has(instructionId(endpointId, modelId, type)));
    return Object.fromEntries(Object.entries(own).filter(([name]) => !omittedTypes.some((type) => type === name)));
  };
  return {
    ...endpoint,
    settings: {
      all: keep(null, settings.all),
      models: settings.models.map(({ modelId, settings: own }) => ({ modelId, settings: keep(modelId, own) })),
    },
  };
}

/** Renames prompts that have one of `reservedNames`, regardless of spelling. */
function withoutNames(prompts: readonly Prompt[], reservedNames: readonly string[]) {
  const names = new Set([...reservedNames, ...prompts.map(({ name }) => name)].map(foldedName));
  const builtIn = new Set(reservedNames.map(foldedName));
  const renamed: { from: string; to: string }[] = [];
  const all = prompts.map((prompt) => {
    if (!builtIn.has(foldedName(prompt.name))) return prompt;
    const base = foldedName(prompt.name);
    let to = base;
    for (let number = 2; names.has(to); number += 1) to = `${base}-${number}`;
    names.add(to);
    renamed.push({ from: prompt.name, to });
    return { ...prompt, name: to };
  });
  return { prompts: all, renamed };
}

/** The visible form of a name: without case, invisible characters or surrounding blanks. */
function foldedName(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}\p{Variation_Selector}\u115F\u1160\u3164\uFFA0\u2800]/gu, '')
    .trim()
    .replace(/^\/+/, '')
    .toLowerCase();
}

/** Deletes all endpoints, keys and observations about models. Chats are kept. The caller resets the preferences. */
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

/** Replaces the endpoint ids of models. Removes models of endpoints that are not in the file. */
function modelsHere(models: TaskModels, idsHere: ReadonlyMap<string, string>): TaskModels {
  const entries = Object.entries(models).flatMap(([task, model]) => {
    const endpointId = model && idsHere.get(model.endpointId);
    return endpointId === undefined ? [] : [[task, { ...model, endpointId }] as const];
  });
  return Object.fromEntries(entries);
}
