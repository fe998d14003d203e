export { applyObservation, unknownCapability } from './capability/apply-observation.ts';
export { fitsMemoryBudget, selectMemories } from './context/memories.ts';
export { DATA_RULE, SIDE_PANEL_PROMPT, warmUpRequest } from './context/model-request.ts';
export { listPageContexts, withoutLocalPages } from './context/page-context.ts';
export { carriedContexts, questionBudget } from './context/read-contexts.ts';
export { estimateNextUsage, estimateUsageWithoutCache } from './metrics/expected-usage.ts';
export {
  evaluateThreshold,
  exportMetrics,
  THRESHOLDS,
  type Threshold,
  type ThresholdName,
} from './metrics/metric-thresholds.ts';
export {
  divideIntoTimeSlices,
  filterByModel,
  groupByModel,
  groupByTool,
  type MetricsSummary,
  type Spread,
  summarizeMetrics,
} from './metrics/metrics-summary.ts';
export {
  type AnswerUsage,
  compareWithLimit,
  computeCost,
  listUsages,
  monthStart,
  sumCost,
  sumUsage,
  type UsageKey,
  type UsageSum,
  usageOfAnswer,
} from './metrics/usage.ts';
export { stopRun } from './run/end-run.ts';
export { nextAction, nextMessage, wasSent } from './run/next-action.ts';
export { runThread } from './run/run-thread.ts';
export { type AgentDependencies, Elicitations, type ModelConnection, type Models } from './run-context.ts';
export { escapeMarkdownLine, messageMarkdown, sourcesMarkdown, webSources } from './thread/answer-text.ts';
export { allMessages, exchangeIds, isOnOtherBranch, versionAt } from './thread/branches.ts';
export { compactLog } from './thread/compact-log.ts';
export { fenceText, withoutLocalAnswer } from './thread/direct-answer.ts';
export { adoptionEvents, type Comparison, findComparison, withSecondAnswer } from './thread/opinions.ts';
export { isPlaceInTab, listFactPassages } from './thread/page-passages.ts';
export { factCheckRequest } from './thread/read-texts.ts';
export { loadThread, reduceAll } from './thread/reduce.ts';
export { continueAnswer, type Revision, reviseAnswer, reviseQuestion } from './thread/revise-thread.ts';
export { createToolScheduler, TOOL_LIMITS } from './tool-execution/tool-scheduler.ts';
