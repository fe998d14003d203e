export { sleep, unlessAborted } from './abortable-wait.ts';
export type { AddressError, AddressWarning, ApiKeyError } from './address.ts';
export { type HostKind, hostKind } from './address.ts';
export { apiKeyError } from './api-key.ts';
export { type Appearance, DEFAULT_APPEARANCE } from './appearance.ts';
export { type ApprovalDetails, BrowserPermission, type DefinitionChange } from './approval-request.ts';
export {
  AddedTab,
  ATTACHED_LIMITS,
  type AttachedFile,
  type AttachedSource,
  type Attachments,
  attachmentError,
  type FileError,
  MAX_PDF_FILE_BYTES,
  toAttachments,
} from './attachments.ts';
export {
  type BackupFailure,
  type BackupInterval,
  type BackupReport,
  type BackupSchedule,
  NO_BACKUP,
  nextBackupAt,
} from './backup-schedule.ts';
export { base64Of, bytesOf } from './base64.ts';
export {
  type BuiltInState,
  builtInState,
  type LanguageModelFactory,
  type LanguageModelPrompt,
  type LanguageModelSession,
  PROMPT_LANGUAGES,
} from './built-in-model.ts';
export type {
  Capability,
  CapabilityObservation,
  CapabilitySource,
  ModelPrice,
  ModelSpeed,
  RequestQuirk,
} from './capability.ts';
export { ChatRule, chatRuleKey, hasRule } from './chat-rule.ts';
export { CITATION, citedSources, type WebSource } from './citations.ts';
export { Command, CommandReply } from './command.ts';
export {
  defaultContent,
  type Elicit,
  ElicitationAnswer,
  type ElicitationContent,
  type ElicitationField,
  type ElicitationForm,
  invalidField,
  isContentOf,
} from './elicitation.ts';
export {
  BUILT_IN_ENDPOINT,
  Endpoint,
  GGUF_ENDPOINT,
  isOwnEndpoint,
  ModelInterface,
  PRACTICE_ENDPOINT,
} from './endpoint.ts';
export type { Evidence, ProbeFinding } from './endpoint-check.ts';
export { type CheckFinding, type CheckName, ConnectionTestMessage, type EndpointCheck } from './endpoint-check.ts';
export {
  type DiscardedPart,
  type EventOf,
  type LoggedEvent,
  type PageRef,
  type ResetReason,
  type StepDecision,
  type StepNotice,
  ThreadEvent,
} from './event.ts';
export type { Failure, FailureCode, FailureReason, ListingProblem } from './failure.ts';
export {
  type FieldAnswer,
  FieldError,
  type FieldErrorCode,
  type FieldRef,
  type FieldRequest,
  type FocusedField,
  type FrameFocus,
  MAX_FIELD_TEXT,
  textForField,
} from './focused-field.ts';
export {
  type GgufDownload,
  GgufError,
  GgufModel,
  GgufProblem,
  GgufReply,
  GgufRequest,
  type GgufSpeed,
  ggufContextWindow,
} from './gguf.ts';
export { isJsonObject, type JsonObject, parseJson } from './json-value.ts';
export { type Label, label } from './label.ts';
export { LiveJson } from './live-json.ts';
export type { LocalServer } from './local-server.ts';
export {
  isEndpointAllowed,
  isManagedEndpoint,
  type ManagedPolicy,
  type ManagedSetting,
  managedEndpointId,
  NO_POLICY,
  parsePolicy,
} from './managed-policy.ts';
export {
  definitionText,
  hasMcpToolChanged,
  McpCheck,
  McpContent,
  McpContentRequest,
  McpError,
  McpErrorCode,
  type McpOffers,
  type McpPrompt,
  type McpResource,
  McpServer,
  McpSignInRequest,
  McpSignInResult,
  McpTool,
  McpToolDefinition,
  mcpClientKeyId,
  mcpKeyId,
  mcpSignInKeyId,
  SignInErrorCode,
  TOKEN_HEADER,
} from './mcp.ts';
export { type Mention, mentionAt } from './mention.ts';
export type { MetricSample, Metrics } from './metric.ts';
export { type FinishReason, ModelRef, type ToolMode, type Usage } from './model.ts';
export type {
  AttachedData,
  Connections,
  ModelClient,
  ModelEvent,
  ModelMessage,
  ModelRequest,
  ModelToolCall,
  Release,
} from './model-client.ts';
export {
  type ModelDownloadEnd,
  ModelDownloadMessage,
  type ModelDownloadProgress,
} from './model-download.ts';
export {
  EndpointSettings,
  keepsPdfs,
  ModelSettings,
  ReasoningEffort,
  requestExtrasError,
  settingsOf,
} from './model-settings.ts';
export {
  ChatPassage,
  type ChatSearch,
  type ChatText,
  foundTabs,
  type OwnData,
  type OwnDataKind,
  type Period,
  type SavedPage,
  TabPassage,
} from './own-data.ts';
export {
  type BlockKind,
  type FramePlace,
  type OpenPage,
  type OpenPages,
  type PageAccess,
  type PageAccessState,
  type PageBlock,
  PageError,
  type PageFacts,
  type PageField,
  type PageForm,
  type PageReading,
  type PageSnapshot,
  type PageTable,
  type TabInfo,
  type Transcript,
} from './page.ts';
export {
  type CarriedContext,
  type ContextErrorCode,
  type ContextPart,
  type ContextQuestion,
  type ContextReading,
  type ContextRequest,
  type ContextSelection,
  type ContextSettings,
  contextIdOf,
  contextPolicyOf,
  DEFAULT_CONTEXT_TOKENS,
  isContextSettled,
  type PageContext,
  PageContextMode,
  type PassageRange,
  type ReadContext,
  SitePolicy,
} from './page-context.ts';
export { PanelShortcuts } from './panel-shortcuts.ts';
export { BackupSettings, Preferences } from './preferences.ts';
export { PROJECT_LIMITS, Project } from './project.ts';
export { Prompt, withNew } from './prompt.ts';
export type { QueuedMessage } from './queued-message.ts';
export { isFor, type QuickRequest } from './quick-request.ts';
export type { RequestExtrasError } from './request-extras.ts';
export {
  isTemporary,
  mayRepeatInterrupted,
  mayRetry,
  mayRetryOutsideRun,
  type RetryEvent,
  refusalsOf,
  retryWaitMs,
  type SentRequest,
  serverWaitMs,
  wasApplied,
} from './retry-policy.ts';
export { canContinue, type IncompleteReason, outcomeName, type RunOutcome, type RunStats } from './run.ts';
export type {
  BackupProblem,
  ImportDamage,
  ImportProblem,
  StorageFailure,
  StorageFailureCode,
} from './storage-failure.ts';
export { type Task, type TaskModels, TITLE_TASK, taskOf } from './task.ts';
export {
  type AssistantMessage,
  emptyThread,
  type Fork,
  type Message,
  openRun,
  type Part,
  type Step,
  type ThreadState,
  toolCallsOf,
  type UserMessage,
  type Version,
  waitingCalls,
} from './thread.ts';
export { RunConflictError, TakenOverError, type ThreadLog } from './thread-log.ts';
export { estimateTokens } from './token-estimate.ts';
export {
  defineTool,
  type Tool,
  type ToolAnnotations,
  type ToolContext,
  type ToolDefinition,
  type ToolSituation,
} from './tool.ts';
export { isSettled, type ToolCall } from './tool-call.ts';
export { ToolError, WebError, type WebErrorCode } from './tool-error.ts';
export { ToolFailureCode } from './tool-failure.ts';
export type { ApprovalRequest, OutputFile, ToolImage, ToolOutput, ToolProgress } from './tool-output.ts';
export { previewOf, type ToolPreview } from './tool-preview.ts';
export {
  TOOL_CATEGORIES,
  type ToolCategory,
  type ToolIcon,
  type ToolLabel,
  type ToolPhrase,
  type ToolQuestion,
  type ToolView,
} from './tool-view.ts';
export {
  type OpenRequest,
  Recency,
  SearchEngineId,
  type SearchQuery,
  SearchResult,
  SearchSettings,
  WEB_LIMITS,
  type WebAccess,
  type WebEgress,
} from './web.ts';
