import { browser } from 'wxt/browser';
import {
  type Appearance,
  type BackupReport,
  type BackupSchedule,
  type BackupSettings,
  DEFAULT_APPEARANCE,
  DEFAULT_CONTEXT_TOKENS,
  type GgufModel,
  type GgufSpeed,
  type ModelRef,
  NO_BACKUP,
  type PageContextMode,
  type PanelShortcuts,
  PRACTICE_ENDPOINT,
  type Preferences,
  type Prompt,
  type QuickRequest,
  type SearchSettings,
  type SitePolicy,
  type TaskModels,
  type TranslationTarget,
  withNew,
} from '../contracts/index.ts';
import { isRestrictedHost } from './permissions.ts';
import { defineSetting, manageable, type Setting } from './setting.ts';
import { showAppearance } from './show-appearance.ts';

const PRACTICE: ModelRef = { endpointId: PRACTICE_ENDPOINT.endpointId, modelId: 'practice' };

/** Whether this is a private window of Chrome, with its own worker and database, which are deleted with the last such window. */
export const isPrivateWindow: boolean = browser.extension.inIncognitoContext;

/**
 * The storage key for data that belongs to a page's chats. Chrome shares `storage.local` between private and other windows and
 * writes it to disk, while their databases are separate.
 */
/* @__NO_SIDE_EFFECTS__ */
const chatKey = <Name extends string>(name: Name) =>
  isPrivateWindow ? (`session:private-${name}` as const) : (`local:${name}` as const);

/** The model for new questions. */
export const selectedModel = defineSetting<ModelRef>(chatKey('selectedModel'), PRACTICE);

/** The project that new chats begin in, and that the list of chats shows. */
export const selectedProject = defineSetting<string | null>(chatKey('selectedProject'), null);

/** The model that was asked last for a second opinion. */
export const opinionModel = defineSetting<ModelRef | null>(chatKey('opinionModel'), null);

/** Favourite models, and recently selected ones, newest first. */
export const favouriteModels = defineSetting<ModelRef[]>(chatKey('favouriteModels'), []);
export const recentModels = defineSetting<ModelRef[]>(chatKey('recentModels'), []);

/** The models that run inside the extension. Their files are as separate for private windows as databases are. */
export const ggufModels = defineSetting<GgufModel[]>(chatKey('ggufModels'), []);

/** How fast each of them is here, by its id. */
export const ggufSpeeds = defineSetting<Record<string, GgufSpeed>>(chatKey('ggufSpeeds'), {});

/** Whether they run on the graphics card if there is one; switched off when that failed. */
export const ggufUsesGpu = defineSetting<boolean>('local:ggufUsesGpu', true);

/** Models for titles, and for chats that begin with a prompt. */
export const taskModels = defineSetting<TaskModels>('local:taskModels', {});

/** The user's own prompts. */
export const prompts = defineSetting<Prompt[]>('local:prompts', []);

/** A request from outside the panel, until a panel takes it. */
export const quickRequest = defineSetting<QuickRequest | null>(
  isPrivateWindow ? 'session:private-quickRequest' : 'session:quickRequest',
  null,
);

/**
 * What the toolbar button has shared since the browser started: how often each site, and the site of each tab, by origin. `clicks`
 * counts all, so that panels learn of each: browsers report no event for access that a click gives.
 */
export type SharedSites = {
  clicks: number;
  counts: Readonly<Record<string, number>>;
  tabs: Readonly<Record<number, string>>;
};

export const sharedSites = defineSetting<SharedSites>(
  isPrivateWindow ? 'session:private-sharedSites' : 'session:sharedSites',
  { clicks: 0, counts: {}, tabs: {} },
);

/** Records a page that the toolbar button shared. */
export async function noteSharedPage(tabId: number, url: string): Promise<void> {
  const shared = await sharedSites.getValue();
  const clicks = shared.clicks + 1;
  const address = URL.parse(url);
  // The address of Reader View contains that of its article.
  const site = address?.protocol === 'about:' ? URL.parse(address.searchParams.get('url') ?? '') : address;
  if (!site || !/^https?:$/.test(site.protocol) || isRestrictedHost(site.hostname)) {
    // The site that the tab showed before is no longer visible to the user.
    const { [tabId]: _left, ...tabs } = shared.tabs;
    return sharedSites.setValue({ ...shared, clicks, tabs: url === '' ? shared.tabs : tabs });
  }
  const { origin } = site;
  await sharedSites.setValue({
    clicks,
    counts: { ...shared.counts, [origin]: (shared.counts[origin] ?? 0) + 1 },
    tabs: { ...shared.tabs, [tabId]: origin },
  });
}

/** Steps with tools an answer may take before it has to answer without. */
export const maxSteps = manageable('maxSteps', defineSetting<number>('local:maxSteps', 12));

/** When pages are sent to models without their own setting, and how much of them, in tokens. */
export const pageContextMode = manageable(
  'pageContextMode',
  defineSetting<PageContextMode>('local:pageContextMode', 'page-first'),
);
export const pageContextTokens = manageable(
  'pageContextTokens',
  defineSetting<number>('local:pageContextTokens', DEFAULT_CONTEXT_TOKENS),
);

/** Whether a model server on this machine prepares the page while the user writes. */
export const warmStart = manageable('warmStart', defineSetting<boolean>('local:warmStart', true));

/** Whether sentences that the user asked to remember are used, and new ones proposed. */
export const usesMemory = manageable('usesMemory', defineSetting<boolean>('local:usesMemory', true));

/** The language that pages are translated into; null: the browser's. */
export const translationTarget = defineSetting<TranslationTarget | null>('local:translationTarget', null);

/** The engine that translates pages: the model of the chat, or the browser's translator. */
export const translationEngine = defineSetting<'model' | 'browser'>('local:translationEngine', 'model');

/** The user's policies for single sites (scheme and host). */
export const sitePolicies = defineSetting<Record<string, SitePolicy>>('local:sitePolicies', {});

/** The search engine the user chose; its key is stored with those of endpoints. */
export const searchSettings = defineSetting<SearchSettings>('local:searchSettings', {
  engine: null,
  address: '',
  searchId: '',
});

/** Names of tools that models may not use. */
export const switchedOffTools = defineSetting<string[]>('local:switchedOffTools', []);

/** How long a server may be silent before its request is given up, in minutes; null: as long as servers of its kind need. */
export const timeoutMinutes = manageable(
  'patienceMinutes',
  defineSetting<number | null>('local:patienceMinutes', null),
);

/** What may be spent in a month before the panel warns, in US dollars; null: it never does. */
export const monthlyLimit = manageable('monthlyLimit', defineSetting<number | null>('local:monthlyLimit', null));

/** How all our pages look. */
export const appearance = manageable('appearance', defineSetting<Appearance>('local:appearance', DEFAULT_APPEARANCE));

/** Additional instructions for every model, in the user's words; '' for none. */
export const customInstructions = defineSetting<string>('local:customInstructions', '');

/** Whether time, tokens and cost can be opened below an answer. */
export const showsFigures = defineSetting<boolean>('local:showsFigures', true);

/** Whether answers are checked against what was read, for models without a setting of their own. */
export const checksFacts = defineSetting<boolean>('local:checksFacts', true);

/** Whether pointing at a fact in the panel lights it up on the page, and the reverse. */
export const lightsUpFacts = defineSetting<boolean>('local:lightsUpFacts', true);

/** The user's keys for actions of the panel. */
export const panelShortcuts = defineSetting<PanelShortcuts>('local:panelShortcuts', {});

/** The chat that a panel opens with. */
export const lastThread = defineSetting<string | null>(chatKey('lastThread'), null);

/** Whether measured tool calls are written to the console, for development and bug reports. */
export const logToConsole = defineSetting<boolean>('local:logToConsole', false);

/** When scheduled backups are made; null: never. Belongs to this browser, and is not part of backups. */
export const backupSchedule = defineSetting<BackupSchedule | null>('local:backupSchedule', null);
export const backupReport = defineSetting<BackupReport>('local:backupReport', NO_BACKUP);

/** The settings in a settings file. */
export async function readPreferences(): Promise<Preferences> {
  return {
    taskModels: await taskModels.getValue(),
    prompts: await prompts.getValue(),
    maxSteps: await maxSteps.getValue(),
    patienceMinutes: await timeoutMinutes.getValue(),
    monthlyLimit: await monthlyLimit.getValue(),
    appearance: await appearance.getValue(),
    checksFacts: await checksFacts.getValue(),
  };
}

export async function writePreferences(preferences: Preferences): Promise<void> {
  await taskModels.setValue(preferences.taskModels);
  await prompts.setValue(withNew(await prompts.getValue(), preferences.prompts));
  await maxSteps.setValue(preferences.maxSteps);
  await timeoutMinutes.setValue(preferences.patienceMinutes);
  await monthlyLimit.setValue(preferences.monthlyLimit);
  if (preferences.appearance) await appearance.setValue(preferences.appearance);
  if (preferences.checksFacts !== undefined) await checksFacts.setValue(preferences.checksFacts);
}

/** All settings, which a backup contains and a reset removes. */
const ALL_SETTINGS = {
  taskModels,
  prompts,
  maxSteps,
  patienceMinutes: timeoutMinutes,
  monthlyLimit,
  appearance,
  pageContextMode,
  pageContextTokens,
  warmStart,
  usesMemory,
  sitePolicies,
  searchSettings,
  switchedOffTools,
  translationEngine,
  translationTarget,
  selectedModel,
  favouriteModels,
  recentModels,
  logToConsole,
  panelShortcuts,
  customInstructions,
  showsFigures,
  checksFacts,
  lightsUpFacts,
};

export async function readBackupSettings(): Promise<BackupSettings> {
  const entries = Object.entries(ALL_SETTINGS).map(async ([name, item]) => [name, await item.getValue()] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** Writes the settings in a backup, except for those that an organization's policy sets. */
export async function writeBackupSettings(settings: BackupSettings): Promise<void> {
  for (const [name, item] of Object.entries(ALL_SETTINGS)) {
    const value = settings[name as keyof BackupSettings];
    if (value !== undefined) await (item as Setting<unknown>).setValue(value);
  }
}

/** Resets everything to its default, including the selected model. */
export async function resetPreferences(): Promise<void> {
  for (const item of Object.values({ ...ALL_SETTINGS, backupSchedule, backupReport })) await item.removeValue();
}

/** The id of the last known database. A different id means that it was removed from outside. */
export const storeId = defineSetting<string | null>(chatKey('storeId'), null);

/** Whether the database was removed from outside and the user has not dismissed the message about it. */
export const storeEmptied = defineSetting<boolean>(chatKey('storeEmptied'), false);

/** Returns the current value of a setting synchronously; its fallback until it has been read once. */
export function liveSetting<T>(item: Setting<T>): () => T {
  let value = item.fallback;
  void item.getValue().then((read) => {
    value = read;
  });
  item.watch((newValue) => {
    value = newValue;
  });
  return () => value;
}

/** Applies the user's appearance settings to this page, now and whenever they change. */
export function followAppearance(): void {
  void appearance.getValue().then(showAppearance);
  appearance.watch(showAppearance);
}
