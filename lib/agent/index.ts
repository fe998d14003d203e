export { contextsOf } from './context/page-context.ts';
export { carriedContexts, questionBudget } from './context/read-contexts.ts';
export { byModel, byTool, ofModel, sliceTime } from './metrics/metric-groups.ts';
export {
  evaluateThreshold,
  exportMetrics,
  THRESHOLDS,
  type Threshold,
  type ThresholdName,
} from './metrics/metric-thresholds.ts';
export type { Spread } from './metrics/metrics-summary.ts';
export { type MetricsSummary, summarise } from './metrics/metrics-summary.ts';
export {
  costOf,
  limitState,
  monthStart,
  sumCost,
  sumUsage,
  type Usage,
  type UsageKey,
  type UsageSum,
  usageOf,
  usageOfAnswer,
} from './metrics/usage.ts';
export { recordRun } from './run/end-run.ts';
export { nextAction } from './run/next-action.ts';
export { nextMessage, wasSent } from './run/next-message.ts';
export { runThread } from './run/run-thread.ts';
export { warmUpRequest } from './run/warm-up.ts';
export type { AgentDependencies, ModelConnection, Models } from './run-context.ts';
export { messageMarkdown, quoted } from './thread/answer-text.ts';
export { allMessages, exchangeIds, isSetAside, versionAt } from './thread/branches.ts';
export { compact } from './thread/compact-log.ts';
export { reduceAll } from './thread/reduce.ts';
export { runStats } from './thread/run-stats.ts';
export { sourcesMarkdown, webSources } from './thread/web-sources.ts';
export { siteOfTab } from './tool-execution/approval.ts';
export { Elicitations } from './tool-execution/elicitations.ts';
export { createToolScheduler, TOOL_LIMITS } from './tool-execution/tool-scheduler.ts';
