import type {
  AssistantMessage,
  ModelMessage,
  ModelRequest,
  StepNotice,
  ThreadState,
  ToolMode,
} from '../../contracts/index.ts';
import type { ModelConnection } from '../run-context.ts';
import { contextBudget } from './context-budget.ts';
import { fitContext } from './fit-context.ts';
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
  const overhead = tools.reduce((sum, tool) => sum + tool.description.length + SCHEMA_SIZE, system.length);
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
  return { request, notice: lost === null ? null : { code: 'shortened', what: lost } };
}
