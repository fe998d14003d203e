import type { EventOf } from '../protocol/event.ts';
import type { ToolCall } from '../protocol/tool-call.ts';

type ToolCallEvent = EventOf<
  | 'tool-input-delta'
  | 'tool-input-available'
  | 'tool-input-error'
  | 'tool-approval-request'
  | 'tool-approval-response'
  | 'tool-output-start'
  | 'tool-progress'
  | 'tool-output-available'
  | 'tool-output-error'
>;

/** Folds one event into its call. An event that does not fit the call's state leaves it as it is. */
export function reduceToolCall(call: ToolCall, event: ToolCallEvent, at: number): ToolCall {
  const { toolCallId, toolName, format, followUpOf } = call;
  const id = { toolCallId, toolName, format, followUpOf };
  const input = 'input' in call ? call.input : null;
  const repaired = 'repaired' in call ? call.repaired : false;
  switch (event.type) {
    case 'tool-input-delta':
      return call.state === 'input-streaming' ? { ...call, inputText: call.inputText + event.delta } : call;
    case 'tool-input-available':
      return { ...id, state: 'input-available', input: event.input, repaired: event.repaired, approved: false };
    case 'tool-input-error': {
      const inputText = call.state === 'input-streaming' ? call.inputText : input;
      return { ...id, state: 'output-error', input: inputText, errorText: event.errorText, ms: 0 };
    }
    case 'tool-approval-request':
      return call.state === 'input-available'
        ? { ...id, state: 'approval-requested', input, repaired, request: event.request }
        : call;
    case 'tool-approval-response':
      if (call.state !== 'approval-requested') return call;
      return event.approved
        ? { ...id, state: 'input-available', input, repaired, approved: true }
        : { ...id, state: 'output-error', input, errorText: 'The person did not allow this.', ms: 0 };
    case 'tool-output-start':
      return { ...id, state: 'executing', input, repaired, startedAt: at, progress: null };
    case 'tool-progress':
      return call.state === 'executing' ? { ...call, progress: event.progress } : call;
    case 'tool-output-available':
      return { ...id, state: 'output-available', input, repaired, output: event.output, ms: event.ms };
    case 'tool-output-error':
      return { ...id, state: 'output-error', input, errorText: event.errorText, ms: event.ms };
    default:
      return event satisfies never;
  }
}
