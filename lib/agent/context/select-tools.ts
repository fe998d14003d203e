import {
  type AssistantMessage,
  isOfTab,
  type KnownForm,
  listToolCalls,
  type ModelProfile,
  openRun,
  type ThreadState,
  type Tool,
  type ToolCall,
  type ToolSituation,
} from '../../contracts/index.ts';
import { asksFor } from '../../language/index.ts';
import { bm25 } from '../../page-reader/query/index.ts';
import { isSwitchedOn, loadsLinkedDocuments } from '../../security/index.ts';
import { estimateTokens } from '../../text/index.ts';
import {
  contextsOfRun,
  findQuestionText,
  listPageContexts,
  type PageCoverage,
  pageCoverage,
  withoutLocalPages,
} from './page-context.ts';

/** The maximum number of page tools when a page is in the conversation. */
const MAX_BESIDE_PAGE = 4;
/** The maximum share of a known window for the descriptions of tools. */
const SHARE_OF_WINDOW = 0.15;
/** The maximum tokens of a built-in tool in a request, in addition to its description, because a request must fit. */
const SCHEMA_TOKENS = 100;
/** The average for short tools, which fit into small windows. */
const USUAL_SCHEMA_TOKENS = 75;

/** The request contains the `offered` tools. Calls to `recognized` ones are also read in the reply. */
export type ToolSelection = { offered: Tool[]; recognized: Tool[] };

/**
 * Selects the tools for the next request. If a page is in the conversation, at most four page tools are offered. If all
 * of it is, tools that read its text are omitted. A small model, or a local one not known to work well with tools, gets
 * only what the question asks for, even if only a part of the page is there. Such models call tools instead of
 * answering from the passages (decision 28). A call that such a model writes anyway is recognized, and answered from
 * the context if the whole page is there. Tools that would read a page that the user withholds are omitted.
 */
export function selectTools(tools: readonly Tool[], state: ThreadState, model: ModelProfile): ToolSelection {
  const run = openRun(state);
  const recognized = usefulTools(tools, state, model).filter((tool) => run === null || !isWithheld(tool, state, run));
  if (run === null) return { offered: recognized, recognized };
  const coverage = pageCoverage(state, run, run.tabId);
  const useful = coverage === 'none' ? recognized : besidePage(recognized, state, run, { coverage, model });
  const candidates = fittingTools(useful, {
    words: userWords(state),
    used: usedTools(state),
    contextWindow: model.contextWindow,
    isCautious: model.isCautious,
  });
  return { offered: withinWindow(candidates, model), recognized };
}

/** Whether a tool reads a page that the user withholds from the model in this run. */
function isWithheld(tool: Tool, state: ThreadState, run: AssistantMessage): boolean {
  const reads = tool.offer?.reads;
  if (run.contextPolicy?.mode === 'never') return reads !== undefined;
  const own = contextsOfRun(state, run).find((part) => isOfTab(part, run.tabId));
  return own?.state === 'skipped' && reads !== undefined && reads.type !== 'other-tabs';
}

type BesidePage = { coverage: Exclude<PageCoverage, 'none'>; model: ModelProfile };

/** Returns at most four page tools, in their usual order, and all other tools, which the user has enabled. */
function besidePage(
  tools: readonly Tool[],
  state: ThreadState,
  run: AssistantMessage,
  { coverage, model }: BesidePage,
): Tool[] {
  const hasOtherTabs = run.tabs.some(({ tabId }) => tabId !== run.tabId && pageCoverage(state, run, tabId) !== 'all');
  const question = findQuestionText(state, run);
  const isPdf = contextsOfRun(state, run).some(
    (part) => isOfTab(part, run.tabId) && part.state === 'available' && part.context.kind === 'pdf',
  );
  const useful = tools.filter(
    (tool) =>
      isPageTool(tool) && (!readsPageText(tool) || coverage === 'part' || (loadsLinkedDocuments(tool) && !isPdf)),
  );
  const ranked = [
    ...(hasOtherTabs
      ? useful.filter((tool) => tool.offer?.reads?.type === 'other-tabs' && continuesContext(tool))
      : []),
    ...useful.filter(({ offer }) => offer?.reads?.isFirst === true),
    ...useful.filter((tool) => isAskedFor(tool, question)),
    ...(model.isCautious || coverage === 'all' ? [] : byRank(useful.filter(readsPageText))),
    ...(model.isCautious ? [] : byRank(useful.filter((tool) => !readsPageText(tool)))),
  ];
  const selectedTools = new Set([...new Set(ranked)].slice(0, MAX_BESIDE_PAGE));
  return tools.filter((tool) => !isPageTool(tool) || selectedTools.has(tool));
}

function byRank(tools: readonly Tool[]): Tool[] {
  const rankTool = ({ offer }: Tool) => offer?.reads?.rank ?? Number.POSITIVE_INFINITY;
  return tools.filter((tool) => rankTool(tool) < Number.POSITIVE_INFINITY).sort((a, b) => rankTool(a) - rankTool(b));
}

function isAskedFor({ offer }: Tool, question: string): boolean {
  return offer?.askedFor !== undefined && asksFor(offer.askedFor, question);
}

/**
 * Tools for the user's own data are only there if the user asked for them, so they stay even if a page is in the
 * conversation.
 */
function isPageTool({ offer, effects }: Tool): boolean {
  return offer?.reads !== undefined && effects?.optIn?.type !== 'own-data';
}

function readsPageText({ offer }: Tool): boolean {
  return offer?.reads?.type === 'page-text';
}

/** Whether the tool continues a page in the conversation where it was truncated. */
function continuesContext({ offer }: Tool): boolean {
  return offer?.reads !== undefined && offer.reads.type !== 'page-details' && offer.reads.continuesContext === true;
}

/** Whether the tool comes from an MCP server. */
export function isRemote({ effects }: Tool): boolean {
  return effects?.source !== undefined;
}

/** Limits the tools to those that fit into a known window. */
function withinWindow(tools: readonly Tool[], { contextWindow }: ModelProfile): Tool[] {
  if (contextWindow === null) return [...tools];
  let room = contextWindow * SHARE_OF_WINDOW;
  return tools.filter((tool) => {
    // Tools of servers have already been chosen to fit.
    if (isRemote(tool)) return true;
    room -= estimateTokens(tool.description) + USUAL_SCHEMA_TOKENS;
    return room >= 0;
  });
}

/** Returns the tools that are useful for the next request, each with the parameters that are useful there. */
function usefulTools(tools: readonly Tool[], state: ThreadState, model: ModelProfile): Tool[] {
  const calls = listThreadCalls(state);
  const usedNames = usedTools(state);
  const continued = listPageContexts(state).filter(({ context }) => context.cursor !== null);
  const canReadOn = new Set([
    ...(continued.length > 0 ? tools.filter(continuesContext).map(({ name }) => name) : []),
    ...calls.flatMap((call) => continuationTools(call, tools)),
  ]);
  const run = openRun(state);
  const pageUrl = run?.page?.url ?? null;
  const question = run === null ? '' : findQuestionText(state, run);
  const askedFor = new Set(tools.filter((tool) => isAskedFor(tool, question)).map(({ name }) => name));
  // The labels of a form are in the definition of a tool.
  const forms = fittingForms(knownForms(model.isLocal ? state : withoutLocalPages(state), run), question);
  const situation: ToolSituation = {
    model,
    pageUrl,
    used: usedNames,
    canReadOn,
    askedFor,
    forms,
    pageTools: findPageTools(state, run),
  };
  return tools
    .filter((tool) => isSwitchedOn(tool, state, run) && (tool.offer?.isOffered?.(situation) ?? true))
    .map((tool) => withSchema(tool, situation))
    .map((tool) => withHidden(tool, tool.offer?.hiddenParameters?.(situation) ?? []));
}

function listThreadCalls(state: ThreadState): ToolCall[] {
  return state.messages.flatMap((message) =>
    message.role === 'assistant' ? message.steps.flatMap(listToolCalls) : [],
  );
}

/** Names of the tools that were called in this chat. */
function usedTools(state: ThreadState): Set<string> {
  return new Set(listThreadCalls(state).map((call) => call.toolName));
}

/** Returns the text that the user wrote last. */
function userWords({ messages }: ThreadState): string {
  const userTexts = messages.flatMap((message) => (message.role === 'user' ? [message.content] : []));
  return userTexts.slice(-2).join('\n');
}

/** The tools that continue a truncated result of this call. */
function continuationTools(call: ToolCall, tools: readonly Tool[]): string[] {
  if (call.state !== 'output-available' || call.output.details?.more !== true) return [];
  return [tools.find(({ name }) => name === call.toolName)?.offer?.continuedBy ?? call.toolName];
}

/** Returns the same object for the same names, because schemas are computed once per tool object. */
function withHidden(tool: Tool, hiddenNames: readonly string[]): Tool {
  if (hiddenNames.length === 0) return tool;
  const toolVariants = variants.get(tool) ?? new Map<string, Tool>();
  variants.set(tool, toolVariants);
  const key = hiddenNames.join(' ');
  const variant = toolVariants.get(key) ?? { ...tool, hidden: hiddenNames };
  toolVariants.set(key, variant);
  return variant;
}

const variants = new WeakMap<Tool, Map<string, Tool>>();

/** Returns the same object for the same schema, like `withHidden`. */
function withSchema(tool: Tool, situation: ToolSituation): Tool {
  const jsonSchema = tool.offer?.schemaFor?.(situation);
  if (jsonSchema === undefined) return tool;
  const key = JSON.stringify(jsonSchema);
  const last = withSchemas.get(tool);
  if (last?.key === key) return last.variant;
  const variant = { ...tool, jsonSchema };
  withSchemas.set(tool, { key, variant });
  return variant;
}

const withSchemas = new WeakMap<Tool, { key: string; variant: Tool }>();

/** Returns the forms of the open page, as last read in this chat. */
function knownForms({ messages }: ThreadState, run: AssistantMessage | null): readonly KnownForm[] {
  const url = run?.page?.url ?? null;
  if (url === null) return [];
  for (const message of messages.toReversed()) {
    if (message.role !== 'assistant' || message.tabId !== run?.tabId) continue;
    for (const call of message.steps.flatMap(listToolCalls).toReversed()) {
      const { known, url: of } = (call.state === 'output-available' ? call.output.details : undefined) ?? {};
      if (Array.isArray(known) && of === url) return known as KnownForm[];
    }
    for (const part of message.contexts)
      if (
        part.state === 'available' &&
        isOfTab(part, run.tabId) &&
        part.context.source.url === url &&
        part.context.forms
      )
        return part.context.forms;
  }
  return [];
}

/** Whether the open page has tools of its own, as far as this chat knows. */
function findPageTools({ messages }: ThreadState, run: AssistantMessage | null): ToolSituation['pageTools'] {
  const url = run?.page?.url ?? null;
  const ofTab = messages.flatMap((message) =>
    message.role === 'assistant' && url !== null && message.tabId === run?.tabId ? [message] : [],
  );
  const details = ofTab.flatMap(({ steps }) =>
    steps.flatMap(listToolCalls).map((call) => (call.state === 'output-available' ? call.output.details : undefined)),
  );
  const lastList = details.findLast((each) => typeof each?.pageTools === 'number' && each.url === url);
  if (lastList !== undefined) return lastList.pageTools === 0 ? 'present' : 'listed';
  const isPresent = ofTab.some(({ contexts }) =>
    contexts.some(
      (part) =>
        part.state === 'available' &&
        isOfTab(part, run?.tabId ?? null) &&
        part.context.source.url === url &&
        part.context.hasTools === true,
    ),
  );
  return isPresent ? 'present' : 'none';
}

/** Returns forms sorted by how well they match the question. */
function fittingForms(forms: readonly KnownForm[], question: string): KnownForm[] {
  const words = forms.map(({ name, title, schema }) => splitSearchWords(`${title} ${name} ${JSON.stringify(schema)}`));
  const scores = bm25(words, splitSearchWords(question));
  return forms
    .map((form, index) => ({ form, score: scores[index]?.score ?? 0 }))
    .toSorted((one, other) => other.score - one.score)
    .map(({ form }) => form);
}

/**
 * The definitions of servers' tools use at most this share of a window, and never more than `MAX_DEFINITION_TOKENS`.
 */
const DEFINITIONS_SHARE_OF_WINDOW = 0.1;
const MAX_DEFINITION_TOKENS = 7_000;
/** The maximum number of servers' tools to offer. Models that call tools needlessly get fewer. */
const MAX_TOOLS = 40;
const MAX_CAUTIOUS = 8;

type Asked = {
  /** What the user wrote. */
  words: string;
  /** Names of tools that were called in this chat, which are kept. */
  used: ReadonlySet<string>;
  /** In tokens, or null. */
  contextWindow: number | null;
  isCautious: boolean;
};

/**
 * Returns the tools without those of servers that do not fit. If there is room, all are offered. Otherwise those are
 * offered whose names and descriptions have most in common with what the user wrote. The order does not change.
 */
export function fittingTools(tools: readonly Tool[], { words, used, contextWindow, isCautious }: Asked): Tool[] {
  const remote = tools.filter(isRemote);
  const room =
    contextWindow === null
      ? MAX_DEFINITION_TOKENS
      : Math.min(MAX_DEFINITION_TOKENS, contextWindow * DEFINITIONS_SHARE_OF_WINDOW);
  const most = isCautious ? MAX_CAUTIOUS : MAX_TOOLS;
  if (remote.length <= most && remote.reduce((sum, tool) => sum + toolTokens(tool), 0) <= room) return [...tools];
  const scores = bm25(remote.map(toolWords), splitSearchWords(words));
  const ranked = remote
    .map((tool, index) => ({ tool, score: used.has(tool.name) ? Infinity : (scores[index]?.score ?? 0) }))
    .toSorted((one, other) => (one.score === other.score ? 0 : other.score - one.score));
  const selectedTools = new Set<Tool>();
  let remaining = room;
  for (const { tool } of ranked) {
    if (selectedTools.size >= most) break;
    const size = toolTokens(tool);
    if (size > remaining) continue;
    remaining -= size;
    selectedTools.add(tool);
  }
  return tools.filter((tool) => !isRemote(tool) || selectedTools.has(tool));
}

/** Estimates the tokens of a tool's definition in a request. */
export function toolTokens({ name, description, jsonSchema }: Tool): number {
  const schema = jsonSchema === undefined ? SCHEMA_TOKENS : estimateTokens(name + JSON.stringify(jsonSchema));
  return estimateTokens(description) + schema;
}

/** Returns the words of a tool for the search. Those of its name count three times. */
function toolWords({ name, description, jsonSchema }: Tool): string[] {
  const nameWords = splitSearchWords(name);
  const parameters = Object.keys((jsonSchema?.properties ?? {}) as object).join(' ');
  return [...nameWords, ...nameWords, ...nameWords, ...splitSearchWords(description), ...splitSearchWords(parameters)];
}

/**
 * Splits a text into lower-case words without a final -s, or into pairs of characters if the script has no spaces
 * between words.
 */
function splitSearchWords(text: string): string[] {
  const spread = text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
  return (spread.match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((word) => {
    if (!/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word)) return [word.replace(/s$/, '')];
    return word.length < 2 ? [word] : Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2));
  });
}
