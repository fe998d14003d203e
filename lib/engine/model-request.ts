import { t } from '../i18n/translate.ts';
import type { StepNotice } from '../protocol/event.ts';
import type { ToolMode } from '../protocol/model.ts';
import type { ModelRequest } from '../protocol/model-client.ts';
import type { AssistantMessage, ThreadState } from '../protocol/thread.ts';
import type { ToolDefinition } from '../protocol/tool.ts';
import { contextBudget } from './context-budget.ts';
import { type FittedContext, fitContext } from './fit-context.ts';
import { modelMessages } from './model-context.ts';
import { withoutPictures } from './question.ts';
import type { ModelConnection } from './runner.ts';
import { systemPrompt } from './system-prompt.ts';

const ANSWER_NOW =
  'You have used all the tool calls this answer may use. Answer now with what you know, without calling tools, and say what is missing.';

/** What a tool's schema takes in a request besides its description, in characters; schemas are flat and small. */
const SCHEMA_SIZE = 300;

type Options = {
  state: ThreadState;
  run: AssistantMessage;
  toolMode: ToolMode;
  /** The step must answer. */
  final: boolean;
  tools: readonly ToolDefinition[];
  connection: Pick<ModelConnection, 'contextWindow' | 'systemPrompt' | 'maxOutputTokens' | 'vision'>;
  /** Requests of this step that were refused so far. */
  refusals: number;
  /** Milliseconds since 1970. */
  now: number;
};

/** What the next step asks of the model, and what to tell the person of what was left out of it. */
export function modelRequest(options: Options): { request: ModelRequest; notice: StepNotice | null } {
  const { state, run, toolMode, final } = options;
  const { contextWindow, systemPrompt: added, maxOutputTokens, vision } = options.connection;
  const today = new Date(options.now).toISOString().slice(0, 10);
  const prompt = systemPrompt({ page: run.page, tabAttached: run.tabId !== null, today });
  const system = [prompt, added, final ? ANSWER_NOW : ''].filter((text) => text !== '').join('\n');
  const tools = toolMode === 'none' ? [] : [...options.tools];
  const overhead = tools.reduce((sum, tool) => sum + tool.description.length + SCHEMA_SIZE, system.length);
  const budget = contextBudget(state, contextWindow, overhead);
  const whole = modelMessages(state);
  const all = vision === false ? withoutPictures(whole) : whole;
  const { messages, lost } = budget === null ? { messages: all, lost: null } : fitContext(all, budget);
  const { modelId } = run.model;
  const request = { modelId, system, messages, tools, toolMode, maxOutputTokens, attempt: options.refusals };
  return { request, notice: noticeOf(lost) };
}

function noticeOf(lost: FittedContext['lost']): StepNotice | null {
  switch (lost) {
    case null:
      return null;
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
