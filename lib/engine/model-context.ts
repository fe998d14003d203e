import type { ModelMessage, ModelToolCall } from '../protocol/model-client.ts';
import type { AssistantMessage, Step, ThreadState } from '../protocol/thread.ts';
import { toolCallsOf } from '../protocol/thread.ts';
import type { ToolCall } from '../protocol/tool-call.ts';

/**
 * The conversation as a model gets it. Every tool call is followed by exactly one result, in call order, also where the
 * run ended before there was one, since servers refuse histories with holes. Reasoning stays out.
 */
export function modelMessages(state: ThreadState): ModelMessage[] {
  return state.messages.flatMap((message): ModelMessage[] =>
    message.role === 'user' ? [{ role: 'user', content: message.content }] : runMessages(message),
  );
}

function runMessages(run: AssistantMessage): ModelMessage[] {
  return run.steps.filter((step) => !step.stale).flatMap(stepMessages);
}

function stepMessages(step: Step): ModelMessage[] {
  const content = step.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const calls = toolCallsOf(step).filter((call) => call.state !== 'input-streaming');
  if (content.trim() === '' && calls.length === 0) return [];
  return [
    { role: 'assistant', content, toolCalls: calls.map(toModelCall), reasoning: '', opaque: null },
    ...calls.map(toResult),
  ];
}

function toModelCall(call: ToolCall): ModelToolCall {
  const input = 'input' in call ? call.input : null;
  // Arguments that never parsed are kept as text for the person; servers choke on them (provider-quirks 93).
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input);
  return { toolCallId: call.toolCallId, toolName: call.toolName, input: isObject ? input : {} };
}

function toResult(call: ToolCall): ModelMessage {
  const { toolCallId, toolName } = call;
  switch (call.state) {
    case 'output-available':
      return { role: 'tool', toolCallId, toolName, content: call.output.content, isError: false };
    case 'output-error': {
      const sent =
        typeof call.input === 'string' && call.input !== '' ? `\nYou sent: ${call.input.slice(0, 2000)}` : '';
      return { role: 'tool', toolCallId, toolName, content: `Error: ${call.errorText}${sent}`, isError: true };
    }
    default:
      return { role: 'tool', toolCallId, toolName, content: 'Error: not run.', isError: true };
  }
}
