export { sleep, unlessAborted } from './abortable-wait.ts';
export {
  type AddressError,
  type AddressWarning,
  type ApiKeyError,
  apiKeyError,
  type HostKind,
  hostKind,
} from './address.ts';
export {
  AddedTab,
  ATTACHED_LIMITS,
  type AttachedFile,
  type AttachedSource,
  type Attachments,
  attachmentError,
  type FileError,
  MAX_PDF_FILE_BYTES,
  type Mention,
  mentionAt,
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
export { base64Of, bytesOf, isJsonObject, type JsonObject, parseJson } from './encoding.ts';
export {
  BUILT_IN_ENDPOINT,
  Endpoint,
  GGUF_ENDPOINT,
  isOwnEndpoint,
  type LocalServer,
  type ModelDownloadEnd,
  ModelDownloadMessage,
  type ModelDownloadProgress,
  ModelInterface,
  PRACTICE_ENDPOINT,
} from './endpoint.ts';
export {
  type CheckFinding,
  type CheckName,
  ConnectionTestMessage,
  type EndpointCheck,
  type Evidence,
  type ProbeFinding,
} from './endpoint-check.ts';
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
export type {
  BackupProblem,
  Failure,
  FailureCode,
  FailureReason,
  ImportDamage,
  ImportProblem,
  ListingProblem,
  StorageFailure,
  StorageFailureCode,
} from './failure.ts';
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
export { LiveJson } from './live-json.ts';
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
export type { MetricSample, Metrics } from './metric.ts';
export {
  EndpointSettings,
  type FinishReason,
  keepsPdfs,
  ModelRef,
  ModelSettings,
  ReasoningEffort,
  requestExtrasError,
  settingsOf,
  type ToolMode,
  type Usage,
} from './model.ts';
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
  type FilesRequest,
  isContextSettled,
  type PageContext,
  PageContextMode,
  type PassageRange,
  PROJECT_FILES,
  type ReadContext,
  type RunProject,
  SitePolicy,
} from './page-context.ts';
export {
  type PageText,
  type PageTranslation,
  TRANSLATION_TARGETS,
  TranslationAction,
  type TranslationAnswer,
  type TranslationProgress,
  type TranslationRequest,
  type TranslationStatus,
  TranslationTarget,
  targetFor,
} from './page-translation.ts';
export {
  type Appearance,
  BackupSettings,
  DEFAULT_APPEARANCE,
  PanelShortcuts,
  Preferences,
  Prompt,
  type Task,
  type TaskModels,
  TITLE_TASK,
  taskOf,
  withNew,
} from './preferences.ts';
export { PROJECT_LIMITS, Project, ProjectFile, type ProjectFileError } from './project.ts';
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
export {
  type AssistantMessage,
  emptyThread,
  type Fork,
  isSettled,
  type Message,
  openRun,
  type Part,
  type QueuedMessage,
  type Step,
  type ThreadState,
  type ToolCall,
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
export { ToolError, WebError, type WebErrorCode } from './tool-error.ts';
export { ToolFailureCode } from './tool-failure.ts';
export {
  type ApprovalDetails,
  type ApprovalRequest,
  BrowserPermission,
  type DefinitionChange,
  type Label,
  label,
  type OutputFile,
  type ToolImage,
  type ToolOutput,
  type ToolProgress,
} from './tool-output.ts';
export {
  previewOf,
  TOOL_CATEGORIES,
  type ToolCategory,
  type ToolIcon,
  type ToolLabel,
  type ToolPhrase,
  type ToolPreview,
  type ToolQuestion,
  type ToolView,
} from './tool-view.ts';
export {
  CITATION,
  citedSources,
  type OpenRequest,
  Recency,
  SearchEngineId,
  type SearchQuery,
  SearchResult,
  SearchSettings,
  WEB_LIMITS,
  type WebAccess,
  type WebEgress,
  type WebSource,
} from './web.ts';
