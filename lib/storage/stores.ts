import { bindStore } from './bind-store.ts';
import {
  allCapabilities,
  loadCapabilities,
  loadCapability,
  overrideCapability,
  recordObservation,
  recordObservations,
} from './capabilities.ts';
import { chatTexts } from './chat-texts.ts';
import { openDb, type SidenoteDb } from './db.ts';
import {
  addMemoryProposals,
  changeDraftFiles,
  deleteDraft,
  dequeue,
  enqueue,
  keepDraft,
  loadDraft,
  loadDraftFiles,
  loadFilledTexts,
  loadMemoryProposals,
  loadQueue,
  loadThreadModel,
  recoverDrafts,
  removeMemoryProposal,
  saveDraft,
  saveFilledDraft,
  saveThreadModel,
  threadsWithQueue,
  unsentChats,
} from './drafts.ts';
import {
  allEndpoints,
  deleteEndpoint,
  getEndpoint,
  hideOrigin,
  modelSettings,
  saveEndpoint,
  saveListedModels,
  saveModelSettings,
} from './endpoints.ts';
import { allThreadIds } from './export-threads.ts';
import {
  allMcpServers,
  allowMcpTool,
  changeMcpServer,
  deleteMcpServer,
  deleteMcpSignIn,
  getMcpServer,
  saveMcpServer,
} from './mcp-servers.ts';
import {
  allMemories,
  changeMemory,
  forgetMemories,
  keepMemory,
  memoriesOfProject,
  memoriesOfThread,
  restoreMemories,
  selectUnknownTexts,
} from './memories.ts';
import { clearSamples, createRecorder, samplesSince } from './metrics.ts';
import { holdDraft, onDraftClosed } from './open-drafts.ts';
import {
  checkOpening,
  closeUntilUsed,
  identifyStore,
  isFallback,
  onDatabaseClose,
  onDatabaseUpgrade,
  openCurrentVersion,
  openStore,
  switchDatabase,
} from './open-store.ts';
import { hasOpenOpinion, storeOpinion } from './opinions.ts';
import { forgetKeys, keyLockState, readKeyLock, removePassphrase, setPassphrase, unlockKeys } from './passphrase.ts';
import {
  addProjectFile,
  allProjects,
  countProjectFiles,
  deleteProject,
  deleteProjectFile,
  findChatProject,
  getProject,
  moveThread,
  projectCounts,
  projectFiles,
  projectNames,
  runProject,
  saveProject,
  threadIdsOfProject,
} from './projects.ts';
import { readThread } from './read-thread.ts';
import { readReceiptText } from './receipt-texts.ts';
import { createReceipts, receiptsOfRun } from './receipts.ts';
import { searchThreads } from './search-threads.ts';
import { ownKeyIds } from './signing-key.ts';
import { announceFailedWrite, onFailedWrite } from './storage-failure.ts';
import { deleteStored, storedData } from './stored-data.ts';
import { indexThreads, isIndexing } from './text-index.ts';
import { createDatabaseThreadLog } from './thread-log.ts';
import {
  archiveThread,
  getThread,
  getThreads,
  listThread,
  purgeDeleted,
  recentThreads,
  renameThread,
  replaceTitle,
  threadIdsIn,
  threadsWithOpenRun,
} from './threads.ts';
import { forgetTypedTexts } from './typed-text.ts';
import { listedPrices, loadPrices, usageSince } from './usage.ts';
import { watchThread } from './watch-thread.ts';
import { deleteApiKey, hasApiKey, lastFourOfKey, saveApiKey } from './wrapping-key.ts';

/**
 * Everything that is stored, with one store per subject. Other folders take the stores that they need: `Pick<Stores,
 * 'threads'>`.
 */
export interface Stores extends ReturnType<typeof createStores> {}

/** The stores of this browser profile. The database is opened on first use. */
export function openStorage(name?: string, factory?: IDBFactory): Stores {
  return createStores(openDb(name, factory));
}

/**
 * The stores of a database that a newer version wrote, for reading only. Rejects if there is none. The caller must
 * close it.
 */
export async function openNewerStorage(): Promise<Stores> {
  return createStores(await openCurrentVersion());
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the table of all stores
export function createStores(db: SidenoteDb) {
  return {
    database: bindStore(db, {
      open: openStore,
      checkOpening,
      isFallback,
      identify: identifyStore,
      switchTo: switchDatabase,
      close: (database: SidenoteDb) => database.close(),
      closeUntilUsed,
      deleteAll(database: SidenoteDb) {
        forgetTypedTexts();
        return database.delete();
      },
      onClose: onDatabaseClose,
      onUpgrade: onDatabaseUpgrade,
      announceFailedWrite,
      onFailedWrite,
    }),
    threads: bindStore(db, {
      get: getThread,
      getMany: getThreads,
      recent: recentThreads,
      allIds: allThreadIds,
      withOpenRun: threadsWithOpenRun,
      listedIds: threadIdsIn,
      setListed: listThread,
      purgeDeleted,
      rename: renameThread,
      replaceTitle,
      archive: archiveThread,
      search: searchThreads,
      chatTexts,
      index: indexThreads,
      isIndexing,
    }),
    events: bindStore(db, { createLog: createDatabaseThreadLog, read: readThread, watch: watchThread }),
    opinions: bindStore(db, { start: storeOpinion, isOpen: hasOpenOpinion }),
    drafts: bindStore(db, {
      load: loadDraft,
      keep: keepDraft,
      hold: holdDraft,
      onClosed: onDraftClosed,
      save: saveDraft,
      recover: recoverDrafts,
      delete: deleteDraft,
      unsent: unsentChats,
      loadModel: loadThreadModel,
      saveModel: saveThreadModel,
      loadFiles: loadDraftFiles,
      changeFiles: changeDraftFiles,
      saveFilled: saveFilledDraft,
      loadFilled: loadFilledTexts,
      loadProposals: loadMemoryProposals,
      addProposals: addMemoryProposals,
      removeProposal: removeMemoryProposal,
    }),
    queue: bindStore(db, { load: loadQueue, add: enqueue, remove: dequeue, threads: threadsWithQueue }),
    endpoints: bindStore(db, {
      all: allEndpoints,
      get: getEndpoint,
      save: saveEndpoint,
      delete: deleteEndpoint,
      hideOrigin,
      saveListedModels,
      modelSettings,
      saveModelSettings,
    }),
    /** Pages can see whether a key exists, and its last characters. Only the worker can load it (`load-api-key.ts`). */
    keys: bindStore(db, {
      has: hasApiKey,
      lastFour: lastFourOfKey,
      save: saveApiKey,
      delete: deleteApiKey,
      forgetAll: forgetKeys,
      lockState: keyLockState,
      readLock: readKeyLock,
      setPassphrase,
      removePassphrase,
      unlock: unlockKeys,
    }),
    capabilities: bindStore(db, {
      all: allCapabilities,
      get: loadCapability,
      ofEndpoint: loadCapabilities,
      record: recordObservation,
      recordMany: recordObservations,
      override: overrideCapability,
    }),
    /** Everything stored, by kind. */
    contents: bindStore(db, { list: storedData, delete: deleteStored }),
    mcpServers: bindStore(db, {
      all: allMcpServers,
      get: getMcpServer,
      save: saveMcpServer,
      change: changeMcpServer,
      delete: deleteMcpServer,
      allowTool: allowMcpTool,
      deleteSignIn: deleteMcpSignIn,
    }),
    projects: bindStore(db, {
      all: allProjects,
      get: getProject,
      save: saveProject,
      delete: deleteProject,
      ofThread: findChatProject,
      ofRun: runProject,
      names: projectNames,
      counts: projectCounts,
      threadIds: threadIdsOfProject,
      moveThread,
      files: projectFiles,
      countFiles: countProjectFiles,
      addFile: addProjectFile,
      deleteFile: deleteProjectFile,
    }),
    memories: bindStore(db, {
      all: allMemories,
      keep: keepMemory,
      change: changeMemory,
      forget: forgetMemories,
      restore: restoreMemories,
      selectUnknown: selectUnknownTexts,
      ofThread: memoriesOfThread,
      ofProject: memoriesOfProject,
    }),
    receipts: bindStore(db, { create: createReceipts, ofRun: receiptsOfRun, readText: readReceiptText, ownKeyIds }),
    usage: bindStore(db, { since: usageSince, listedPrices, loadPrices }),
    metrics: bindStore(db, { createRecorder, since: samplesSince, clear: clearSamples }),
  };
}
