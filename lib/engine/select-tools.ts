import { type AssistantMessage, openRun, type ThreadState, toolCallsOf } from '../protocol/thread.ts';
import type { Tool, ToolSituation } from '../protocol/tool.ts';
import type { ToolCall } from '../protocol/tool-call.ts';
import { contextsOf, type InFront, pageInFront } from './page-in-front.ts';
import type { ModelConnection } from './runner.ts';

type Model = Pick<ModelConnection, 'toolMode' | 'contextWindow' | 'vision' | 'isLocal' | 'worksWithTools'>;

/** Tools offered at most beside a page that is in front. */
const MAX_BESIDE_PAGE = 4;
/** Windows below this, in tokens, have no room for tools that are not needed. */
const SMALL_WINDOW = 16_000;
/** What a careful choice offers where only a part of the page is in front. */
const SEARCHING = ['find_in_page', 'read_page'];
const READING_TABS = ['read_tab'];

/** `offered` go into the request; calls of `recognized` ones are read in the reply as well. */
export type ToolSelection = { offered: Tool[]; recognized: Tool[] };

/**
 * The tools for the next request. Where all of the page is in front of the model, none that reads it; a small model, or a
 * local one that is not known to work well with tools, then gets only what the question needs, since tools that are not
 * needed make such models answer with needless calls instead of the text before them. A call that such a model writes all
 * the same is recognized and answered from the context.
 */
export function selectTools(tools: readonly Tool[], state: ThreadState, model: Model): ToolSelection {
  const run = openRun(state);
  const recognized = usefulTools(tools, state, model);
  if (run === null) return { offered: recognized, recognized };
  const inFront = pageInFront(state, run, run.tabId);
  if (inFront === 'none') return { offered: recognized, recognized };
  const offered = isCautious(model)
    ? neededTools(recognized, state, run, inFront)
    : recognized.filter((tool) => inFront === 'part' || !tool.readsOpenPage).slice(0, MAX_BESIDE_PAGE);
  return { offered, recognized };
}

/** Whether a model gets no tools but those that a question needs. */
export function isCautious({ toolMode, contextWindow, isLocal, worksWithTools }: Omit<Model, 'vision'>): boolean {
  if (worksWithTools !== null) return !worksWithTools;
  return isLocal || toolMode === 'tags' || (contextWindow !== null && contextWindow < SMALL_WINDOW);
}

function neededTools(tools: readonly Tool[], state: ThreadState, run: AssistantMessage, inFront: InFront): Tool[] {
  const hasOtherTabs = run.tabs.some(({ tabId }) => tabId !== run.tabId && pageInFront(state, run, tabId) !== 'all');
  const names = [...(inFront === 'part' ? SEARCHING : []), ...(hasOtherTabs ? READING_TABS : [])];
  return tools.filter(({ name }) => names.includes(name));
}

/** The tools that are of use in the situation of the next request, with the parameters that are of use in it. */
function usefulTools(tools: readonly Tool[], state: ThreadState, model: Model): Tool[] {
  const { toolMode, contextWindow, vision } = model;
  const steps = state.messages.flatMap((message) => (message.role === 'assistant' ? message.steps : []));
  const calls = steps.flatMap(toolCallsOf);
  const used = new Set(calls.map((call) => call.toolName));
  const isCut = contextsOf(state).some(({ cursor }) => cursor !== null);
  const canReadOn = new Set([...(isCut ? ['read_page'] : []), ...calls.flatMap(readsOn)]);
  const pageUrl = openRun(state)?.page?.url ?? null;
  const situation: ToolSituation = { toolMode, contextWindow, vision, pageUrl, used, canReadOn };
  return tools
    .filter((tool) => tool.isOffered?.(situation) ?? true)
    .map((tool) => withHidden(tool, tool.hiddenParameters?.(situation) ?? []));
}

/** The tool that reads on where the result of this call ends; what a section or search leaves is read by `read_page`. */
function readsOn(call: ToolCall): string[] {
  if (call.state !== 'output-available' || call.output.details?.more !== true) return [];
  return call.toolName === 'read_section' ? ['read_page'] : [call.toolName];
}

/** The same object for the same names, since schemas are computed once for each tool. */
function withHidden(tool: Tool, hidden: readonly string[]): Tool {
  if (hidden.length === 0) return tool;
  const known = variants.get(tool) ?? new Map<string, Tool>();
  variants.set(tool, known);
  const key = hidden.join(' ');
  const variant = known.get(key) ?? { ...tool, hidden };
  known.set(key, variant);
  return variant;
}

const variants = new WeakMap<Tool, Map<string, Tool>>();
