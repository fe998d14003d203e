export {
  chooseFolder,
  copyFormatted,
  download,
  downloadAll,
  downloadDocuments,
  downloadNewer,
  downloadProject,
  downloadThread,
  loadChat,
  saveToFolder,
} from './export-files.ts';
export { loadFileStores } from './load-file-stores.ts';
export { useComparison } from './use-comparison.ts';
export {
  useBuiltIn,
  useCanRunGguf,
  useEndpointDetails,
  useEndpoints,
  useEndpointsWithBuiltIn,
  useIsManaged,
  useLocalServers,
  useMcpServers,
  useMcpSignedIn,
  useMcpToken,
  usePolicy,
  useSeesPictures,
} from './use-config.ts';
export { useCurrentTab, useIsForeignPage, useOpenTabs, usePageTokens } from './use-current-tab.ts';
export { useDraft, useFileDrop } from './use-draft.ts';
export { checkThread, useFactChecks } from './use-fact-checks.ts';
export { useJank } from './use-jank.ts';
export { useKeyLock } from './use-key-lock.ts';
export { getResourceKey, type McpContentState, useMcpContent } from './use-mcp-content.ts';
export { type ChatMemory, useChatMemory, useForgetting, useMemories } from './use-memories.ts';
export { chatAsFile, useMentions } from './use-mentions.ts';
export { usePageLight } from './use-page-light.ts';
export { useAllowedHosts, useBrowserPermissions, useHostPermission, useOpeningPages } from './use-permissions.ts';
export { useChatProject, useProjects, useSelectedProject } from './use-projects.ts';
export { type QuestionContext, useQuestionContext } from './use-question-context.ts';
export { useReadAloud } from './use-read-aloud.ts';
export { downloadReceipt, useReceipt } from './use-receipt.ts';
export { makeScheduledBackup, requestBackupFolder, useScheduledBackup } from './use-scheduled-backup.ts';
export { useOpenThread, useQuickRequest, useSetting } from './use-setting.ts';
export { useSiteAccess } from './use-site-access.ts';
export { useStore } from './use-store.ts';
export { useLatest, useSessionValue, useStored } from './use-stored.ts';
export { useFailedWrites, useOrphanRun, useQueue, useThread, useThreadGone } from './use-thread.ts';
export { useDeleted, useIndexing, useIsIndexing, useThreadList, useThreadSearch } from './use-thread-list.ts';
export { useThreadModel } from './use-thread-model.ts';
export { type MeasuredWindow, useCosts, useMetrics, useSpending, useUsage } from './use-usage.ts';
export { requestPermissionFor, useWaitingCalls, useWaitingContexts } from './use-waiting-calls.ts';
export { useWarmStart } from './use-warm-start.ts';
export { useMedia, useOffline } from './use-window-state.ts';
