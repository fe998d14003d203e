import {
  type AssistantMessage,
  type ContextPart,
  isJsonObject,
  isSameModel,
  listToolCalls,
  type Message,
  type ModelMessage,
  type ModelToolCall,
  openRun,
  type RunOutcome,
  type Step,
  type ThreadState,
  type ToolCall,
} from '../../contracts/index.ts';
import { memoize } from '../../control-flow/index.ts';
import { delimiterFor, maskSecrets } from '../../security/index.ts';
import { type SourceNumbers, sourceNumbers } from '../thread/answer-text.ts';
import { isDirectAnswer } from '../thread/direct-answer.ts';
import { continuesAutomatically, findCorrection } from './announced-call.ts';
import { contextsOfRun, listPageContexts, neededContexts } from './page-context.ts';
import { collectPdfFiles } from './pdf-files.ts';
import { questionMessage } from './user-message.ts';

/** Sent when the user pressed Continue after an answer that was complete but forced by the step limit. */
const CONTINUE = 'Continue.';
/**
 * Sent when the user pressed Continue after an answer that was cut off. The text of that answer precedes this as the
 * assistant's turn.
 */
const CONTINUE_TEXT =
  'Your answer broke off. Continue it exactly where it stopped, in the middle of a word if need be. Do not repeat anything, and do not comment on this.';

/**
 * Replaces an answer that consisted of a tool result, because the result is already above it, marked as untrusted text.
 */
const GIVEN = 'I gave you the result above, exactly as it is.';

const GIVEN_TURN: ModelMessage = { role: 'assistant', content: GIVEN, toolCalls: [], reasoning: '', opaque: null };

/** Sent after a step that only announced the next action. */
const ANSWER_FROM_PAGE = 'The text of the page is above. Answer the question from it now.';
const CALL_OR_ANSWER = 'You only announced a tool call. Make the call now, or answer the question.';

/**
 * Returns the conversation as sent to a model. Every tool call is followed by exactly one result, in call order, even
 * if the run ended before it had one, because servers refuse incomplete histories (quirk: result-per-call). Provider
 * state is only sent back to the model that it came from. Reasoning and pictures are only sent within the open run,
 * which is one tool loop. Secrets in results are masked unless the user revealed them to the model.
 */
export function modelMessages(state: ThreadState): ModelMessage[] {
  const asking = openRun(state);
  const needed = asking === null ? new Set<string>() : neededContexts(state, asking);
  const messages: ModelMessage[] = [];
  const numbers = sourceNumbers(state);
  const pdfs = collectPdfFiles(listPageContexts(state));
  for (const [index, stored] of state.messages.entries()) {
    if (stored.role === 'user') {
      const run = state.messages[index + 1];
      const answering = run?.role === 'assistant' ? revealedFor(run, asking) : null;
      messages.push(questionMessage(stored, answering, needed, pdfs));
      continue;
    }
    const message = revealedFor(stored, asking);
    // After results, the model continues anyway. After an assistant turn, most servers expect a user turn.
    const isAnswered = messages.at(-1)?.role === 'assistant';
    if (message.continues !== null && isAnswered) messages.push(continueTurn(state.messages[index - 1]));
    messages.push(...runMessages(message, contextsOfRun(state, message), asking, numbers));
  }
  return messages;
}

/** Secrets that the user revealed to a model are not revealed to the models of another endpoint. */
function revealedFor(run: AssistantMessage, asking: AssistantMessage | null): AssistantMessage {
  const isSameEndpoint = asking === null || asking.model.endpointId === run.model.endpointId;
  return isSameEndpoint || !run.isRevealed ? run : { ...run, isRevealed: false };
}

function continueTurn(earlier: Message | undefined): ModelMessage {
  const outcome = earlier?.role === 'assistant' ? earlier.outcome : null;
  return {
    role: 'user',
    content: outcome && wasInterrupted(outcome) ? CONTINUE_TEXT : CONTINUE,
    continuesExchange: true,
  };
}

function wasInterrupted(outcome: RunOutcome): boolean {
  return outcome.type === 'incomplete' && (outcome.reason === 'interrupted' || outcome.reason === 'length');
}

function runMessages(
  run: AssistantMessage,
  contexts: readonly ContextPart[],
  asking: AssistantMessage | null,
  numbers: SourceNumbers,
): ModelMessage[] {
  const isOpen = run === asking;
  const echo = { opaque: asking !== null && isSameModel(run.model, asking.model), reasoning: isOpen, images: isOpen };
  const messages = run.steps.flatMap((step, index) => [
    ...nudgeAfter(run.steps.slice(0, index), contexts),
    ...steersBefore(run, index),
    ...(step.stale ? [] : isDirectAnswer(run, index) ? [GIVEN_TURN] : stepMessages(step, echo, run, numbers)),
    ...correctionAfter(step),
  ]);
  if (isOpen) messages.push(...nudgeAfter(run.steps, contexts));
  return [...messages, ...steersBefore(run, run.steps.length)];
}

function correctionAfter(step: Step): ModelMessage[] {
  const content = findCorrection(step);
  return content === null ? [] : [{ role: 'user', content, continuesExchange: true }];
}

/** Returns the messages that the user added during the run, placed before the step that began after them. */
function steersBefore({ steers }: AssistantMessage, step: number): ModelMessage[] {
  return steers.flatMap(({ beforeStep, content }) =>
    beforeStep === step ? [{ role: 'user', content, continuesExchange: true }] : [],
  );
}

/** Asks the model once to continue after a step that only announced a call. */
function nudgeAfter(steps: readonly Step[], contexts: readonly ContextPart[]): ModelMessage[] {
  if (!continuesAutomatically(steps, contexts)) return [];
  const content = contexts.some(({ state }) => state === 'available') ? ANSWER_FROM_PAGE : CALL_OR_ANSWER;
  return [{ role: 'user', content, continuesExchange: true }];
}

type Echo = { opaque: boolean; reasoning: boolean; images: boolean };

function stepMessages(step: Step, echo: Echo, run: AssistantMessage, numbers: SourceNumbers): ModelMessage[] {
  const content = joinStepText(step, 'text');
  const toolCalls = listToolCalls(step).filter((call) => call.state !== 'input-streaming');
  if (content.trim() === '' && toolCalls.length === 0) return [];
  const reasoning = echo.reasoning ? joinStepText(step, 'reasoning') : '';
  const opaque = echo.opaque ? step.opaque : null;
  return [
    { role: 'assistant', content, toolCalls: toolCalls.map(toModelCall), reasoning, opaque },
    ...toolCalls.map((call) => toResult(call, run, echo.images, numbers.get(call))),
  ];
}

function joinStepText(step: Step, type: 'text' | 'reasoning'): string {
  return step.parts.map((part) => (part.type === type ? part.text : '')).join('');
}

function toModelCall(call: ToolCall): ModelToolCall {
  const input = 'input' in call ? call.input : null;
  // Arguments that could not be parsed are kept as text for the user, but servers reject them in a history (quirk:
  // history-arguments).
  return { toolCallId: call.toolCallId, toolName: call.toolName, input: isJsonObject(input) ? input : {} };
}

function toResult(
  call: ToolCall,
  { messageId, isRevealed }: AssistantMessage,
  withImages: boolean,
  source: number | undefined,
): ModelMessage {
  const { toolCallId, toolName } = call;
  const text = isRevealed ? resultText(call) : maskedResult(call);
  const content = source === undefined ? text : `Source [${source}], to be cited as [${source}]:\n${text}`;
  // Sidenote wrote the error texts, so they are not delimited. Labels of a form in them are in its definition as well.
  if (call.state !== 'output-available') return { role: 'tool', toolCallId, toolName, content, isError: true };
  const { images, details } = call.output;
  const imageFields = withImages && images ? { images } : {};
  const repeat = details?.repeatedOf === undefined ? {} : { isRepeat: true as const };
  const delimiter = delimiterFor(messageId);
  return { role: 'tool', toolCallId, toolName, content, isError: false, ...repeat, delimiter, ...imageFields };
}

/**
 * A settled call is the same object in every step, so its result is searched for secrets only once and not for every
 * request.
 */
const maskedResult = memoize((call: ToolCall) => {
  const secrets = call.state === 'output-available' ? call.output.secrets : [];
  return maskSecrets(resultText(call), secrets).text;
});

function resultText(call: ToolCall): string {
  switch (call.state) {
    case 'output-available':
      return call.output.content;
    case 'output-error': {
      const inputNote =
        typeof call.input === 'string' && call.input !== '' ? `\nYou sent: ${call.input.slice(0, 2000)}` : '';
      return `Error: ${call.errorText}${inputNote}`;
    }
    default:
      return 'Error: not run.';
  }
}
