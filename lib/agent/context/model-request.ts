import type {
  AssistantMessage,
  ModelMessage,
  ModelRequest,
  StepNotice,
  ThreadState,
  Tool,
  ToolMode,
} from '../../contracts/index.ts';
import { formatList, t } from '../../i18n/index.ts';
import type { ModelConnection } from '../run-context.ts';
import { contextBudget } from './context-budget.ts';
import { type FittedContext, fitContext } from './fit-context.ts';
import { toolSize } from './fitting-tools.ts';
import { modelMessages } from './model-context.ts';
import type { ToolSelection } from './select-tools.ts';
import { SYSTEM_PROMPT } from './system-prompt.ts';
import { withoutPictures } from './user-message.ts';

/** Stands after the conversation, so that the request begins like the ones before. */
const ANSWER_NOW: ModelMessage = {
  role: 'user',
  content:
    'You have used all the tool calls this answer may use. Answer now with what you know, without calling tools, and say what is missing.',
  isAside: true,
};

/** What a tool's schema takes in a request besides its description, in characters; schemas are flat and small. */
const SCHEMA_SIZE = 300;

type Options = {
  state: ThreadState;
  run: AssistantMessage;
  toolMode: ToolMode;
  /** The step must answer. */
  final: boolean;
  tools: ToolSelection;
  connection: Pick<ModelConnection, 'contextWindow' | 'systemPrompt' | 'maxOutputTokens' | 'vision'>;
  /** Requests of this step that were refused so far. */
  refusals: number;
};

/** What the next step asks of the model, and what to tell the user of what was left out of it. */
export function modelRequest(options: Options): { request: ModelRequest; notice: StepNotice | null } {
  const { state, run, toolMode, final } = options;
  const { contextWindow, systemPrompt: added, maxOutputTokens, vision } = options.connection;
  const system = [SYSTEM_PROMPT, added].filter((text) => text !== '').join('\n');
  const tools = toolMode === 'none' ? [] : [...options.tools.offered];
  const recognized = toolMode === 'none' ? [] : [...options.tools.recognized];
  const overhead = tools.reduce((sum, tool) => sum + toolSize(tool, SCHEMA_SIZE), system.length);
  const budget = contextBudget(state, contextWindow, overhead);
  const whole = [...modelMessages(state), ...(final ? [ANSWER_NOW] : [])];
  const all = vision === false ? withoutPictures(whole) : whole;
  const { messages, lost } = budget === null ? { messages: all, lost: null } : fitContext(all, budget);
  const { modelId } = run.model;
  const request = {
    modelId,
    system,
    messages,
    tools,
    recognized,
    toolMode,
    maxOutputTokens,
    attempt: options.refusals,
  };
  return { request, notice: noticeOf(lost) ?? (run.steps.length === 0 ? chosenTools(tools, recognized) : null) };
}

/** Names shown of the tools that were chosen. */
const MAX_NAMES = 8;

/** Which tools of servers were chosen, where not all were. */
function chosenTools(offered: readonly Tool[], recognized: readonly Tool[]): StepNotice | null {
  const isRemote = ({ source }: Tool) => source !== undefined;
  const [chosen, all] = [offered.filter(isRemote), recognized.filter(isRemote)];
  if (chosen.length >= all.length) return null;
  const names = chosen.slice(0, MAX_NAMES).map(({ name }) => name);
  const shown = formatList(chosen.length > MAX_NAMES ? [...names, '…'] : names);
  const message = t('mcpToolsOffered', { count: String(chosen.length), all: String(all.length), names: shown });
  return { code: 'tools-chosen', message };
}

function noticeOf(lost: FittedContext['lost']): StepNotice | null {
  switch (lost) {
    case null:
      return null;
    case 'pages':
      return { code: 'shortened', message: t('pagesLeftOut') };
    case 'results':
      return { code: 'shortened', message: t('resultsShortened') };
    case 'files':
      return { code: 'shortened', message: t('filesShortened') };
    case 'messages':
      return { code: 'shortened', message: t('messagesLeftOut') };
    default:
      return lost satisfies never;
  }
}
