import {
  type AssistantMessage,
  openRun,
  type ThreadState,
  type Tool,
  type ToolCall,
  type ToolSituation,
  toolCallsOf,
} from '../../contracts/index.ts';
import { isSwitchedOn } from '../../security/index.ts';
import type { ModelConnection } from '../run-context.ts';
import { CHARACTERS_PER_TOKEN } from './context-budget.ts';
import { fittingTools } from './fitting-tools.ts';
import { contextsOf, contextsOfRun, type InFront, pageInFront, questionOf } from './page-context.ts';

type Model = Pick<ModelConnection, 'toolMode' | 'contextWindow' | 'vision' | 'isLocal' | 'worksWithTools'>;

/** Maximum number of tools when a page is in the conversation. */
const MAX_BESIDE_PAGE = 4;
/** Windows below this, in tokens, have no room for tools that are not needed. */
const SMALL_WINDOW = 16_000;
/** Maximum share of a known window for the descriptions of tools. */
const SHARE_OF_WINDOW = 0.15;
/** Size of a tool in a prompt besides its description, in characters. */
const SCHEMA_SIZE = 150;

/** Tools that find the rest of a page of which only a part is in the conversation, the best first. */
const SEARCHING = ['find_in_page', 'read_page', 'read_section', 'read_table'];
const READING_TABS = ['read_tab'];
/** Additional tools for a model that works well with tools, the most useful first. */
const BESIDE_PAGE = ['list_links', 'list_tabs', 'read_tab', 'capture_page', 'page_info', 'list_forms'];
/** What questions may ask for besides the text of a page, and the tools for it; in the languages of the interface. */
const ASKED_FOR: readonly [pattern: RegExp, names: readonly string[]][] = [
  [
    /\b(?:csv|export\p{L}*|(?:as|into) (?:a |an )?(?:\p{L}+ )?(?:list|file|text)|all (?:of )?(?:the |its )?(?:links|urls)|(?:full|whole|entire|complete) transcript|als (?:\p{L}+ )?(?:liste|text|datei)|(?:tous|toutes) les liens|(?:en|comme) (?:liste|texte|fichier)|como (?:una? |uma? )?(?:lista|texto|archivo|arquivo)|todos (?:los enlaces|os links)|alle (?:links|verweise))\b|экспорт|в виде|списком|все ссылки|导出|匯出|列表|清单|清單|所有链接|所有連結|エクスポート|書き出|一覧|リスト|すべてのリンク|내보내|목록|모든 링크|निर्यात|सूची|सभी लिंक|تصدير|قائمة|كل الروابط|جميع الروابط/iu,
    ['export_page_data'],
  ],
  [
    /\b(?:tabs?|onglets?|pestañas?|abas?|вкладк\p{L}*)\b|标签页|分页|分頁|タブ|탭|टैब|تبويب/iu,
    ['list_tabs', 'read_tab'],
  ],
  [/\b(?:links?|urls?|liens?|enlaces?|ссылк\p{L}*)\b|链接|連結|鏈接|リンク|링크|लिंक|رابط|روابط/iu, ['list_links']],
  [/\bpdfs?\b/i, ['read_pdf']],
  [
    /\b(?:screenshots?|pictures?|images?|photos?|charts?|bild(?:er)?|bilder|imágenes|imagen|imagens?|снимок|картинк\p{L}*)\b|图片|截图|圖片|画像|이미지|चित्र|صورة/iu,
    ['capture_page'],
  ],
  [
    /\b(?:forms?|formular\p{L}*|formulaires?|formularios?|formulários?|форм\p{L}*)\b|表单|表單|フォーム|양식/iu,
    ['list_forms'],
  ],
];

/** `offered` tools are in the request; calls to `recognized` ones are read in the reply as well. */
export type ToolSelection = { offered: Tool[]; recognized: Tool[] };

/**
 * Selects the tools for the next request. If all of a page is in the conversation, tools that read its text are left out, and at
 * most four are offered. A small model, or a local one not known to work well with tools, gets only what the question asks for,
 * also beside a part of a page: such models call tools instead of answering from the passages (decision 28). A call that such a
 * model writes anyway is recognized, and answered from the context if the whole page is there. Tools that would read a page the
 * user withholds are left out.
 */
export function selectTools(tools: readonly Tool[], state: ThreadState, model: Model): ToolSelection {
  const run = openRun(state);
  const recognized = usefulTools(tools, state, model).filter((tool) => run === null || !isWithheld(tool, state, run));
  if (run === null) return { offered: recognized, recognized };
  const inFront = pageInFront(state, run, run.tabId);
  const useful = inFront === 'none' ? recognized : besidePage(recognized, state, run, { inFront, model });
  const offered = fittingTools(useful, {
    words: userWords(state),
    used: usedTools(state),
    contextWindow: model.contextWindow,
    isCautious: isCautious(model),
  });
  return { offered: withinWindow(offered, model), recognized };
}

/** Whether a model only gets the tools that a question needs. */
export function isCautious({ toolMode, contextWindow, isLocal, worksWithTools }: Omit<Model, 'vision'>): boolean {
  if (worksWithTools !== null) return !worksWithTools;
  return isLocal || toolMode === 'tags' || (contextWindow !== null && contextWindow < SMALL_WINDOW);
}

/** Whether a tool reads a page that the user withholds from the model in this run. */
function isWithheld(tool: Tool, state: ThreadState, run: AssistantMessage): boolean {
  if (run.contextPolicy?.mode === 'never') return tool.readsOpenPage !== undefined || tool.readsOtherTabs === true;
  const own = contextsOfRun(state, run).find(({ tabId }) => tabId === run.tabId);
  return own?.state === 'skipped' && tool.readsOpenPage !== undefined;
}

type BesidePage = { inFront: Exclude<InFront, 'none'>; model: Model };

/** At most four page tools, in their usual order, and all other tools, which the user has enabled. */
function besidePage(
  tools: readonly Tool[],
  state: ThreadState,
  run: AssistantMessage,
  { inFront, model }: BesidePage,
): Tool[] {
  const hasOtherTabs = run.tabs.some(({ tabId }) => tabId !== run.tabId && pageInFront(state, run, tabId) !== 'all');
  const asked = namesAskedFor(questionOf(state, run));
  const careful = isCautious(model);
  const searching = inFront === 'all' ? [] : SEARCHING;
  const ranked = [...(hasOtherTabs ? READING_TABS : []), ...asked, ...(careful ? [] : [...searching, ...BESIDE_PAGE])];
  const isPdf = contextsOfRun(state, run).some(
    (part) => part.tabId === run.tabId && part.state === 'available' && part.context.kind === 'pdf',
  );
  const isOfUse = ({ name, readsOpenPage }: Tool) =>
    readsOpenPage !== 'text' || inFront === 'part' || (name === 'read_pdf' && !isPdf);
  const available = new Set(tools.filter((tool) => isPageTool(tool) && isOfUse(tool)).map(({ name }) => name));
  const names = [...new Set(ranked)].filter((name) => available.has(name)).slice(0, MAX_BESIDE_PAGE);
  return tools.filter((tool) => !isPageTool(tool) || names.includes(tool.name));
}

/** The tools that a question asks for in words, in the order in which they are kept. */
function namesAskedFor(question: string): string[] {
  return ASKED_FOR.flatMap(([pattern, names]) => (pattern.test(question) ? names : []));
}

/** Tools that the user asked for by their words stay, whatever page is in the conversation. */
function isPageTool({ readsOpenPage, readsOtherTabs, ownData }: Tool): boolean {
  return ownData === undefined && (readsOpenPage !== undefined || readsOtherTabs === true);
}

/** Limits the tools to what fits into a known window. */
function withinWindow(tools: readonly Tool[], { contextWindow }: Model): Tool[] {
  if (contextWindow === null) return [...tools];
  let room = contextWindow * CHARACTERS_PER_TOKEN * SHARE_OF_WINDOW;
  return tools.filter((tool) => {
    // Tools of servers were chosen to fit already.
    if (tool.source !== undefined) return true;
    room -= tool.description.length + SCHEMA_SIZE;
    return room >= 0;
  });
}

/** The tools that are useful for the next request, with the parameters that are useful in it. */
function usefulTools(tools: readonly Tool[], state: ThreadState, model: Model): Tool[] {
  const { toolMode, contextWindow, vision } = model;
  const calls = callsOf(state);
  const used = usedTools(state);
  const continued = contextsOf(state).filter(({ context }) => context.cursor !== null);
  const canReadOn = new Set([...(continued.length > 0 ? CONTINUING : []), ...calls.flatMap(continuationTools)]);
  const run = openRun(state);
  const pageUrl = run?.page?.url ?? null;
  const askedFor = new Set(run === null ? [] : namesAskedFor(questionOf(state, run)));
  const situation: ToolSituation = { toolMode, contextWindow, vision, pageUrl, used, canReadOn, askedFor };
  return tools
    .filter((tool) => isSwitchedOn(tool, state, run) && (tool.isOffered?.(situation) ?? true))
    .map((tool) => withHidden(tool, tool.hiddenParameters?.(situation) ?? []));
}

function callsOf(state: ThreadState): ToolCall[] {
  return state.messages.flatMap((message) => (message.role === 'assistant' ? message.steps.flatMap(toolCallsOf) : []));
}

/** Names of the tools that were called in this chat. */
function usedTools(state: ThreadState): Set<string> {
  return new Set(callsOf(state).map((call) => call.toolName));
}

/** What the user has written last. */
function userWords({ messages }: ThreadState): string {
  const written = messages.flatMap((message) => (message.role === 'user' ? [message.content] : []));
  return written.slice(-2).join('\n');
}

/** What reads on where a page in front was cut off. */
const CONTINUING = ['read_page', 'read_tab', 'read_transcript'];

/** The tools that continue where the result of this call ends; the rest of a section or search is read by `read_page`. */
function continuationTools(call: ToolCall): string[] {
  if (call.state !== 'output-available' || call.output.details?.more !== true) return [];
  return call.toolName === 'read_section' ? ['read_page'] : [call.toolName];
}

/** Returns the same object for the same names, since schemas are computed once per tool object. */
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
