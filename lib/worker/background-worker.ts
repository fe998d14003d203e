import { createToolScheduler, Elicitations, type Models, SIDE_PANEL_PROMPT, TOOL_LIMITS } from '../agent/index.ts';
import {
  type Command,
  type CommandReply,
  type ConnectionTestTarget,
  type ContextProvider,
  type EndpointCheck,
  GGUF_ENDPOINT,
  type ModelDownloadMessage,
  type ModelRef,
  type OwnData,
  type PageAccess,
  type RecordRequest,
  type SettingValue,
  TITLE_TASK,
  type Tool,
  type TranslatorFactory,
} from '../contracts/index.ts';
import { sleep } from '../control-flow/index.ts';
import { createConnections, createPracticeFetch, type PracticeWords } from '../model-api/index.ts';
import { type Stores, withWriteFailureReporting } from '../storage/index.ts';
import { allowByClick, allowByGrant } from './approvals.ts';
import type { BrowserAccess, StoredValue } from './browser-access.ts';
import { refusingStorageFailures } from './command-replies.ts';
import { type CommandDependencies, createCommandHandler } from './commands.ts';
import { type ContextSources, createContextProvider } from './context-provider.ts';
import { endpointAccess } from './endpoint-access.ts';
import { downloadModel, findLocalServers, refreshModels, removeModel, testConnection } from './endpoints.ts';
import { downloadGgufModel } from './gguf-models.ts';
import { HeldWork, type WorkerHold } from './held-work.ts';
import { createMcpServers, type McpServerDependencies, type McpServers } from './mcp-servers.ts';
import { createModels, type ModelDependencies } from './models.ts';
import { startNextRun } from './next-run.ts';
import { PageTranslations, type TranslationDependencies } from './page-translations.ts';
import { storePolicyEndpoints } from './policy-endpoints.ts';
import { selectRunMemories } from './run-memories.ts';
import { RunSettings, type RunSettingsDependencies } from './run-settings.ts';
import { createRuns, type Runs, type RunsDependencies, resumeOpenRuns } from './runs.ts';
import { type SignInWork, signInToService } from './sign-in.ts';
import { makeTitle } from './titles.ts';
import { createToolProbes } from './tool-probes.ts';
import { createWarmUps } from './warm-up.ts';
import { createWebAccess, type WebAccessDependencies } from './web-access.ts';

/** How long deltas of an answer are collected before they are written, in milliseconds. */
const COALESCE_MS = 20;
/** How long a tool may work, in milliseconds. */
const TOOL_TIMEOUT_MS = 60_000;

type ReadSetting = 'customInstructions' | 'searchSettings' | 'taskModels' | 'usesMemory' | 'warmStart';

/** What the worker takes from the browser, from the tools, and from the module that starts it. */
export type WorkerOptions = {
  storage: Stores;
  /** Resolves when the database can be used. */
  databaseReady: Promise<void>;
  browser: BrowserAccess;
  settings: RunSettingsDependencies['settings'] & {
    readonly [Name in ReadSetting]: Pick<StoredValue<SettingValue<Name>>, 'getValue'>;
  };
  tools: readonly Tool[];
  page: PageAccess & Pick<CommandDependencies, 'forgetDocuments' | 'measure'>;
  /** Read a tab and the files of a project for a question. */
  readers: Pick<ContextSources, 'readTab' | 'readFiles'>;
  web: Pick<WebAccessDependencies, 'reader' | 'fetchHop' | 'tabs' | 'searchInTab' | 'getCookieStoreId'>;
  ownData: Pick<OwnData, 'hasPermission' | 'savedPages'>;
  models: Pick<ModelDependencies, 'gguf' | 'browserModel' | 'timeoutMinutes'> &
    Pick<SignInWork, 'signInWindow'> & { practiceWords: () => PracticeWords };
  mcp: Pick<McpServerDependencies, 'authorization' | 'toPicture' | 'clientVersion'>;
  translation: Pick<TranslationDependencies, 'detectLanguage' | 'ask' | 'stored'> & {
    /** The browser's translator, or null. */
    browserTranslator: () => TranslatorFactory | null;
  };
  /** What the user's clicks in the panel do in pages and in the browser. */
  actions: Pick<
    CommandDependencies,
    'showPassage' | 'showTab' | 'readPdf' | 'fetchPicture' | 'fields' | 'forms' | 'switchToFallback'
  >;
  keepAlive: WorkerHold;
  withLock: RunsDependencies['withLock'];
  /** Records what chats send. */
  record: RecordRequest;
  /** Whether measurements are written to the console too. */
  isLogging: () => boolean;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Returns a random id. */
  newId: () => string;
};

export type BackgroundWorker = {
  /** Handles a command from a page of the extension. */
  handle(command: Command): Promise<CommandReply>;
  testConnection(target: ConnectionTestTarget, signal: AbortSignal): AsyncIterable<EndpointCheck>;
  downloadModel(model: ModelRef, signal: AbortSignal): AsyncIterable<ModelDownloadMessage>;
  /** The MCP servers, as pages use them. */
  mcp: Omit<McpServers, 'tools'>;
  /** Stores the endpoints of the organization's policy. */
  applyPolicy(): Promise<void>;
  /** The user clicked the toolbar button beside a tab. */
  allowByClick(tabId: number): Promise<void>;
  /** The user allowed a site or a permission in a dialog of the browser. */
  allowByGrant(): Promise<void>;
  /** Continues what a stopped worker left unfinished. */
  resume(): Promise<void>;
  /** Writes the measurements collected so far. */
  flushMetrics(): Promise<void>;
};

/**
 * Composes the background worker. Begins no work and awaits nothing, so that its caller can add every listener
 * synchronously. All work waits until the database can be used.
 */
export function createBackgroundWorker(options: WorkerOptions): BackgroundWorker {
  const { storage, databaseReady, browser, keepAlive, now } = options;
  const modelWork = createModelWork(options);
  const answering = createAnswering(options, modelWork);
  const { agent, mcpServers, runs, runSettings } = answering;
  const translations = createTranslations(options, agent.models, runSettings);
  const commands = createCommandDependencies(options, { ...answering, modelWork, translations });
  const handle = createCommandHandler(commands);
  const held = new HeldWork(databaseReady, keepAlive);
  return {
    handle: refusingStorageFailures((command) => databaseReady.then(() => handle(command))),
    testConnection: held.stream((target, signal) => testConnection(modelWork, target, signal)),
    downloadModel: held.stream((model, signal) => downloadByEndpoint(modelWork, model, signal)),
    mcp: {
      check: held.stream(mcpServers.check),
      completions: (request, signal) => databaseReady.then(() => mcpServers.completions(request, signal)),
      watch: held.run(mcpServers.watch),
      content: held.run(mcpServers.content),
      signIn: held.run(mcpServers.signIn),
    },
    async applyPolicy() {
      await databaseReady;
      const policy = await browser.readPolicy();
      await storePolicyEndpoints(storage, policy, now());
    },
    allowByClick: (tabId) => databaseReady.then(() => allowByClick(commands, tabId)),
    allowByGrant: () => databaseReady.then(() => allowByGrant(commands)),
    async resume() {
      await databaseReady;
      await resumeOpenRuns(storage, runs);
      await translations.resume();
    },
    flushMetrics: agent.metrics.flush,
  };
}

type ModelWork = ReturnType<typeof createModelWork>;

/** What requests to models need, whether they are for chats or for the settings page. */
function createModelWork({ storage, browser, models, keepAlive, now, newId }: WorkerOptions) {
  const { gguf, signInWindow, practiceWords } = models;
  return {
    storage,
    browser,
    gguf,
    practiceFetch: createPracticeFetch(practiceWords),
    connectionsTo: createConnections(),
    signInWindow,
    keepAlive,
    now,
    newId,
  };
}

/** Models inside the extension are downloaded by it, others by their server. */
function downloadByEndpoint(
  work: ModelWork,
  model: ModelRef,
  signal: AbortSignal,
): AsyncGenerator<ModelDownloadMessage> {
  return model.endpointId === GGUF_ENDPOINT.endpointId
    ? downloadGgufModel(work, model.modelId, signal)
    : downloadModel(work, model, signal);
}

type Sources = ReturnType<typeof createSources>;

/** What questions and tools draw on: tabs, files, the web and the user's own data. */
function createSources(options: WorkerOptions) {
  const { storage, browser, settings, page, record, now } = options;
  const web = createWebAccess({
    ...options.web,
    storage,
    browser,
    page,
    settings: () => settings.searchSettings.getValue(),
    sitePolicies: () => settings.sitePolicies.getValue(),
    record,
    now,
  });
  const ownData: OwnData = {
    ...options.ownData,
    chatTexts: (search, signal) => storage.threads.chatTexts(search, signal),
  };
  const usesMemory = () => settings.usesMemory.getValue();
  const context = createContextProvider({ ...options.readers, storage, usesMemory, page, web, ownData });
  return { web, ownData, usesMemory, context };
}

/** What runs share, besides their tools. */
function createAgent(options: WorkerOptions, models: Models, context: ContextProvider) {
  const { storage, tools, isLogging, now, newId } = options;
  const log = withWriteFailureReporting(storage.events.createLog(now), (failedWrite) =>
    storage.database.announceFailedWrite(failedWrite),
  );
  const metrics = storage.metrics.createRecorder({ now, isLogging });
  return {
    log,
    models,
    tools,
    context,
    basePrompt: SIDE_PANEL_PROMPT,
    scheduler: createToolScheduler({ limits: TOOL_LIMITS, metrics, now }),
    elicitations: new Elicitations(),
    metrics,
    now,
    newId,
    sleep,
    coalesceMs: COALESCE_MS,
    toolTimeoutMs: TOOL_TIMEOUT_MS,
  };
}

type Answering = ReturnType<typeof createAnswering>;

/** What answers questions: models, tools, and the runs that use both. */
function createAnswering(options: WorkerOptions, modelWork: ModelWork) {
  const { storage, browser, settings, tools, keepAlive, record, now, newId } = options;
  const sources = createSources(options);
  const models = createModels({
    ...modelWork,
    browserModel: options.models.browserModel,
    customInstructions: () => settings.customInstructions.getValue(),
    timeoutMinutes: options.models.timeoutMinutes,
    record,
  });
  const agent = createAgent(options, models, sources.context);
  const { log } = agent;
  const mcpServers = createMcpServers({ ...options.mcp, storage, browser, ownTools: tools, record, now });
  const { gguf } = modelWork;
  const mcpTools = mcpServers.tools;
  const runSettings = new RunSettings({ storage, browser, settings, ggufSpeeds: gguf.speeds, tools, mcpTools });
  const runStart = createRunStart(options, { agent, sources, runSettings });
  const titleModel = async () => (await settings.taskModels.getValue())[TITLE_TASK] ?? null;
  const runs: Runs = createRuns({
    engine: agent,
    loadTools: runSettings.threadTools,
    keepAlive,
    probes: createToolProbes({ storage, log, access: (model) => endpointAccess(modelWork, model), keepAlive, now }),
    startNext: (threadId) => startNextRun({ ...runStart, runs, now }, threadId),
    onDone: (threadId) => makeTitle({ storage, log, models, newId, titleModel }, threadId),
    withLock: options.withLock,
  });
  return { sources, agent, mcpServers, runSettings, runStart, runs };
}

type RunStartParts = { agent: ReturnType<typeof createAgent>; sources: Sources; runSettings: RunSettings };

/** What every command that starts a run needs. */
function createRunStart({ storage, page, newId }: WorkerOptions, { agent, sources, runSettings }: RunStartParts) {
  const { log } = agent;
  const { usesMemory } = sources;
  return {
    storage,
    log,
    page,
    forgetDocuments: page.forgetDocuments,
    newId,
    maxSteps: runSettings.maxSteps,
    runProject: (threadId: string) => storage.projects.ofRun(threadId),
    runMemories: (threadId: string, question: string) =>
      selectRunMemories({ storage, log, usesMemory }, threadId, question),
    contextSettings: runSettings.context,
  };
}

function createTranslations(options: WorkerOptions, models: Models, runSettings: RunSettings): PageTranslations {
  const { page, translation, keepAlive, newId, now } = options;
  return new PageTranslations({
    ...translation,
    models,
    browserTranslator: () => permittedTranslator(options),
    page,
    contextSettings: runSettings.context,
    keepAlive,
    newId,
    now,
    sleep,
  });
}

/** The browser's translator; null if there is none, or the policy switches the browser's models off. */
async function permittedTranslator({
  browser,
  translation,
}: Pick<WorkerOptions, 'browser' | 'translation'>): Promise<TranslatorFactory | null> {
  const { disabledFeatures } = await browser.readPolicy();
  return disabledFeatures.includes('browser-model') ? null : translation.browserTranslator();
}

type CommandParts = Answering & { modelWork: ModelWork; translations: PageTranslations };

function createCommandDependencies(options: WorkerOptions, parts: CommandParts): CommandDependencies {
  const { storage, settings, page, actions, keepAlive, now } = options;
  const { sources, agent, runSettings, runStart, runs, modelWork, translations } = parts;
  const { log, models, elicitations, metrics } = agent;
  const { web, ownData, usesMemory, context } = sources;
  const contextSettings = runSettings.context;
  const isWanted = () => settings.warmStart.getValue();
  return {
    ...runStart,
    ...actions,
    runs,
    elicitations,
    warmUps: createWarmUps({ storage, log, models, context, contextSettings, isWanted, usesMemory, keepAlive }),
    metrics,
    ownData,
    web,
    measure: page.measure,
    translations,
    now,
    servers: {
      refreshModels: (endpointId) => refreshModels(modelWork, endpointId, { checksKey: true }),
      removeModel: (model) => removeModel(modelWork, model),
      findLocalServers: () => findLocalServers(modelWork),
      signIn: (command) => signInToService(modelWork, command),
    },
  };
}
