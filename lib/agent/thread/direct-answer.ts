import {
  type AssistantMessage,
  listToolCalls,
  type Message,
  type OutputFile,
  type Step,
  type ToolCall,
} from '../../contracts/index.ts';
import { maskSecrets } from '../../security/index.ts';

/**
 * Returns the answer of the run if every chain of calls in its last step ended in a result marked `returnDirect`.
 * Otherwise null, and the model answers.
 */
export function directAnswer(run: AssistantMessage): string | null {
  const calls = run.steps.slice(-1).flatMap(listToolCalls);
  const ends = calls.filter((call) => !isFollowed(call, calls) && !isShared(call, calls));
  if (ends.length === 0) return null;
  const answers = ends.map((call) => {
    if (call.state !== 'output-available' || call.output.returnDirect !== true) return null;
    const { content, file, secrets } = call.output;
    // Exports and copies of the chat may leave the browser, so they are masked like text sent to a model.
    const text = run.isRevealed ? content : maskSecrets(content, secrets).text;
    return file === undefined ? text : fenceText(text, LANGUAGES[file.type]);
  });
  return answers.includes(null) ? null : answers.join('\n\n');
}

/** Whether step `index` of a run is an answer taken from a result, without the model. */
export function isDirectAnswer(run: AssistantMessage, index: number): boolean {
  if (run.steps[index]?.toolMode !== 'none') return false;
  return directAnswer({ ...run, steps: run.steps.slice(0, index) }) !== null;
}

/**
 * Returns a message as a search of other chats may get it, whichever model searches: without an answer taken from a
 * result that only a local model may get.
 */
export function withoutLocalAnswer(message: Message): Message {
  if (message.role === 'user') return message;
  const steps = message.steps.filter(
    (_step, index) => !isDirectAnswer(message, index) || !message.steps.slice(0, index).some(hasLocalResult),
  );
  return { ...message, steps };
}

function hasLocalResult(step: Step): boolean {
  return listToolCalls(step).some((call) => call.state === 'output-available' && call.output.localOnly === true);
}

/** Whether the result of this call requested one of the calls. */
export function isFollowed(call: ToolCall, calls: readonly ToolCall[]): boolean {
  return calls.some((each) => each.followUpOf === call.toolCallId);
}

/** Whether this call shares the result of another call of the step. */
function isShared(call: ToolCall, calls: readonly ToolCall[]): boolean {
  const repeatedOf = call.state === 'output-available' ? call.output.details?.repeatedOf : undefined;
  return calls.some((each) => each.toolCallId === repeatedOf);
}

const LANGUAGES: Record<OutputFile['type'], string> = { csv: 'csv', md: 'markdown', txt: 'text' };

/** Formats text as code, so that none of it is rendered. The fence is longer than any run of backticks in the text. */
export function fenceText(text: string, language: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
