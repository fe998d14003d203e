import * as z from 'zod';
import { PRACTICE_ENDPOINT } from './endpoint.ts';
import { ModelRef } from './model.ts';
import { ContextTokens, DEFAULT_CONTEXT_TOKENS, PageContextMode } from './page-context.ts';
import { TranslationTarget } from './page-translation.ts';
import {
  Appearance,
  addNewPrompts,
  BackupSchedule,
  DEFAULT_APPEARANCE,
  MAX_INSTRUCTIONS,
  PanelShortcuts,
  Prompt,
  TaskModels,
} from './preferences.ts';
import { SitePolicy } from './site-policy.ts';
import { SearchSettings } from './web.ts';

/**
 * Where a setting appears besides the settings pages. `backup`: backups, which contain everything except what belongs
 * to this machine. `settings-file`: settings files, which may come from somebody else and only contain what can neither
 * send anything, nor add to a request, nor take a control away. `policy`: what an organization can set.
 */
export type SettingPlace = 'backup' | 'settings-file' | 'policy';

/** A section of the settings that shows the switches of its rows, by the id of its heading. */
export type SwitchSection = 'memory' | 'pages' | 'appearance';

/** `label` and `hint`: keys of messages. */
type Switch = { section: SwitchSection; label: string; hint: string };

/** A row of the table of settings. `OwnSwitch` is undefined for a setting with a different control. */
type SettingRow<
  Schema extends z.ZodType,
  Places extends readonly SettingPlace[],
  OwnSwitch extends Switch | undefined,
> = {
  fallback: z.infer<Schema>;
  places: Places;
  /** Whether private windows of Chrome, which have their own chats, have a separate value. */
  isOfChats?: boolean;
  switch?: OwnSwitch;
  /**
   * Merges the value of a settings file with the current one. Without it, the value of the file replaces the current
   * one.
   */
  merge?: (here: z.infer<Schema>, ofFile: z.infer<Schema>) => z.infer<Schema>;
};

/** `schema` describes in `describe` what the setting decides. */
function defineRow<
  Schema extends z.ZodType,
  const Places extends readonly SettingPlace[],
  const OwnSwitch extends Switch | undefined = undefined,
>(schema: Schema, row: SettingRow<Schema, Places, OwnSwitch>) {
  return { schema, ...row, switch: row.switch as OwnSwitch };
}

const PRACTICE: ModelRef = { endpointId: PRACTICE_ENDPOINT.endpointId, modelId: 'practice' };

/**
 * All settings of the user. Everything about a setting is derived from its row: its type, default and storage, its
 * place in backups, settings files and policies, its reset, its switch and its line in docs/settings.md and
 * public/managed-schema.json.
 */
export const SETTINGS = {
  selectedModel: defineRow(ModelRef.describe('The model for new questions.'), {
    fallback: PRACTICE,
    places: ['backup'],
    isOfChats: true,
  }),
  opinionModel: defineRow(ModelRef.nullable().describe('The model that was asked last for a second opinion.'), {
    fallback: null,
    places: ['backup'],
    isOfChats: true,
  }),
  favouriteModels: defineRow(z.array(ModelRef).describe('Favourite models.'), {
    fallback: [],
    places: ['backup'],
    isOfChats: true,
  }),
  recentModels: defineRow(z.array(ModelRef).describe('Recently selected models, newest first.'), {
    fallback: [],
    places: ['backup'],
    isOfChats: true,
  }),
  taskModels: defineRow(TaskModels.describe('Models for titles, and for chats that begin with a prompt.'), {
    fallback: {},
    places: ['backup', 'settings-file'],
    merge: (here: TaskModels, ofFile: TaskModels) => ({ ...here, ...ofFile }),
  }),
  prompts: defineRow(z.array(Prompt).max(500).describe("The user's own prompts."), {
    fallback: [],
    places: ['backup', 'settings-file'],
    merge: addNewPrompts,
  }),
  customInstructions: defineRow(
    z.string().max(MAX_INSTRUCTIONS).describe("Instructions for every model, in the user's words."),
    { fallback: '', places: ['backup'] },
  ),
  maxSteps: defineRow(
    z.number().int().min(1).max(100).describe('Steps with tools an answer may take before it has to answer without.'),
    { fallback: 12, places: ['backup', 'settings-file', 'policy'] },
  ),
  patienceMinutes: defineRow(
    z
      .number()
      .positive()
      .max(1_440)
      .nullable()
      .describe(
        'How long a server may be silent before its request is given up, in minutes; null: as long as servers of its kind need.',
      ),
    { fallback: null, places: ['backup', 'settings-file', 'policy'] },
  ),
  monthlyLimit: defineRow(
    z
      .number()
      .positive()
      .max(1_000_000)
      .nullable()
      .describe('What may be spent in a month before the panel warns, in US dollars; null: it never does.'),
    { fallback: null, places: ['backup', 'settings-file', 'policy'] },
  ),
  usesMemory: defineRow(
    z
      .boolean()
      .describe('Whether sentences that the user asked to remember are sent with questions, and new ones proposed.'),
    {
      fallback: true,
      places: ['backup', 'policy'],
      switch: { section: 'memory', label: 'usesMemory', hint: 'usesMemoryHint' },
    },
  ),
  pageContextMode: defineRow(
    PageContextMode.describe('When pages are sent to models without a setting of their own.'),
    {
      fallback: 'page-first',
      places: ['backup', 'policy'],
    },
  ),
  pageContextTokens: defineRow(ContextTokens.describe('How much of a page is sent, in tokens.'), {
    fallback: DEFAULT_CONTEXT_TOKENS,
    places: ['backup', 'policy'],
  }),
  warmStart: defineRow(
    z.boolean().describe('Whether a model server on this machine prepares the page while the user writes.'),
    {
      fallback: true,
      places: ['backup', 'policy'],
      switch: { section: 'pages', label: 'warmStart', hint: 'warmStartHint' },
    },
  ),
  checksFacts: defineRow(
    z
      .boolean()
      .describe('Whether answers are checked against what was read, for models without a setting of their own.'),
    {
      fallback: true,
      places: ['backup', 'settings-file'],
      switch: { section: 'pages', label: 'checksFacts', hint: 'checksFactsHint' },
    },
  ),
  lightsUpFacts: defineRow(
    z.boolean().describe('Whether pointing at a fact in the panel lights it up on the page, and the reverse.'),
    {
      fallback: true,
      places: ['backup', 'settings-file'],
      switch: { section: 'pages', label: 'lightsUpFacts', hint: 'lightsUpFactsHint' },
    },
  ),
  translationTarget: defineRow(
    TranslationTarget.nullable().describe(
      "The language that pages are translated into; null: that of the browser's interface.",
    ),
    { fallback: null, places: ['backup'] },
  ),
  translationEngine: defineRow(
    z
      .enum(['model', 'browser'])
      .describe("What translates pages: the model of the chat, or the browser's own translator."),
    { fallback: 'model', places: ['backup'] },
  ),
  sitePolicies: defineRow(
    z.record(z.string(), SitePolicy).describe("The user's rules for single sites, by scheme and host."),
    { fallback: {}, places: ['backup'] },
  ),
  searchSettings: defineRow(SearchSettings.describe('The search engine. Its key is stored with those of endpoints.'), {
    fallback: { engine: null, address: '', searchId: '' },
    places: ['backup'],
  }),
  switchedOffTools: defineRow(
    z.array(z.string().max(100)).max(500).describe('Names of tools that models may not use.'),
    { fallback: [], places: ['backup'] },
  ),
  appearance: defineRow(Appearance.describe('How all pages of Sidenote look.'), {
    fallback: DEFAULT_APPEARANCE,
    places: ['backup', 'settings-file', 'policy'],
  }),
  showsFigures: defineRow(z.boolean().describe('Whether time, tokens and cost can be opened below an answer.'), {
    fallback: true,
    places: ['backup', 'settings-file'],
    switch: { section: 'appearance', label: 'showsFigures', hint: 'showsFiguresHint' },
  }),
  panelShortcuts: defineRow(PanelShortcuts.describe("The user's keys for actions of the panel."), {
    fallback: {},
    places: ['backup'],
  }),
  ggufUsesGpu: defineRow(
    z
      .boolean()
      .describe(
        'Whether models inside Sidenote run on the graphics card if there is one; switched off when that failed.',
      ),
    { fallback: true, places: [] },
  ),
  backupSchedule: defineRow(BackupSchedule.nullable().describe('When scheduled backups are made; null: never.'), {
    fallback: null,
    places: [],
  }),
  logToConsole: defineRow(z.boolean().describe('Whether measured tool calls are written to the console.'), {
    fallback: false,
    places: ['backup'],
  }),
};

type Rows = typeof SETTINGS;
export type SettingName = keyof Rows;
export type SettingValue<Name extends SettingName> = z.infer<Rows[Name]['schema']>;

/** The settings of a place. */
export type SettingIn<Place extends SettingPlace> = {
  [Name in SettingName]: Place extends Rows[Name]['places'][number] ? Name : never;
}[SettingName];

/** Values of the settings of a place. A setting that is absent stays unchanged. */
type ValuesIn<Place extends SettingPlace> = { [Name in SettingIn<Place>]?: SettingValue<Name> };

/** The settings that have a switch. */
export type SwitchName = {
  [Name in SettingName]: Rows[Name]['switch'] extends undefined ? never : Name;
}[SettingName];

type AnyRow = SettingRow<z.ZodType<unknown>, readonly SettingPlace[], Switch> & { schema: z.ZodType };
const ROWS = Object.entries(SETTINGS) as unknown as readonly (readonly [SettingName, AnyRow])[];

/** The names of the settings of a place, in the order of the table. */
export function settingsIn<Place extends SettingPlace>(place: Place): readonly SettingIn<Place>[] {
  return ROWS.flatMap(([name, { places }]) => (places.includes(place) ? [name as SettingIn<Place>] : []));
}

/** The names of the switches of a section, in the order of the table. */
export function switchesIn(section: SwitchSection): readonly SwitchName[] {
  return ROWS.flatMap(([name, row]) => (row.switch?.section === section ? [name as SwitchName] : []));
}

/** Returns the value after the import of a settings file that contains `ofFile`. */
export function mergeSetting<Name extends SettingName>(
  name: Name,
  here: SettingValue<Name>,
  ofFile: SettingValue<Name>,
): SettingValue<Name> {
  const { merge } = SETTINGS[name] as unknown as SettingRow<Rows[Name]['schema'], [], undefined>;
  return merge ? merge(here, ofFile) : ofFile;
}

function createShape(place: SettingPlace, wrap: (schema: z.ZodType) => z.ZodType) {
  const names: readonly SettingName[] = settingsIn(place);
  return Object.fromEntries(names.map((name) => [name, wrap(SETTINGS[name].schema)]));
}

/**
 * The settings of a settings file. A setting that the file does not contain stays unchanged. One that is not in this
 * list is an error.
 */
export type Preferences = ValuesIn<'settings-file'>;
export const Preferences = z.strictObject(
  createShape('settings-file', (schema) => schema.optional()),
) as unknown as z.ZodType<Preferences>;

/** The settings of a backup. A setting that is invalid, or that the other version does not have, stays unchanged. */
export type BackupSettings = ValuesIn<'backup'>;
export const BackupSettings = z.object(
  createShape('backup', (schema) => schema.optional().catch(undefined)),
) as unknown as z.ZodType<BackupSettings>;

/** The settings that an organization has set. */
export type ManagedSettings = ValuesIn<'policy'>;
