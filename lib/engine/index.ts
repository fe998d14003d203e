export type {
  Capability,
  ContextDocument,
  LoggedEvent,
  ModelClient,
  ModelEvent,
  ModelInterface,
  ModelMessage,
  ModelRequest,
  RunOutcome,
  RunStats,
  ThreadEvent,
  ThreadLog,
  ThreadState,
  ToolAnnotations,
  ToolOutput,
  ToolProgress,
} from '../contracts/index.ts';
export { RunConflictError, TakenOverError } from '../contracts/index.ts';
export type { Turns } from '../control-flow/index.ts';
export {
  type ApprovalPolicy,
  type ChatMessage,
  createEngine,
  type Engine,
  type EngineOptions,
  RevisionError,
  type RunInput,
} from './engine.ts';
export type { EngineContext, EngineSource } from './engine-context.ts';
export { type CapabilityStore, type EndpointConfig, InvalidAddressError } from './engine-models.ts';
export type { EngineOutcome, Run, RunResult, WaitingCall } from './engine-run.ts';
export { defineEngineTool as defineTool, type EngineTool, type ToolCallContext } from './engine-tool.ts';
export { createMemoryStore, createThreadLog, type LogStore } from './thread-log.ts';
