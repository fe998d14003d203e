import {
  type ApprovalRequest,
  appendOutput,
  type EventOf,
  effectDetails,
  type TabOpening,
  type ToolCall,
} from '../../contracts/index.ts';

type ToolCallEvent = EventOf<
  | 'tool-input-delta'
  | 'tool-input-available'
  | 'tool-input-error'
  | 'tool-approval-request'
  | 'tool-approval-response'
  | 'tool-output-start'
  | 'tool-progress'
  | 'tool-output-delta'
  | 'tool-elicitation-request'
  | 'tool-elicitation-response'
  | 'tool-output-available'
  | 'tool-output-error'
>;

/** Folds one event into its call. Ignores an event that does not match the call's state. */
export function reduceToolCall(call: ToolCall, event: ToolCallEvent, at: number): ToolCall {
  const { toolCallId, toolName, format, followUpOf, granted } = call;
  const leftOut = event.type === 'tool-input-available' ? event.leftOut : call.leftOut;
  const rule = event.type === 'tool-output-start' ? event.rule : call.rule;
  const sent = event.type === 'tool-output-start' ? event.sent : call.sent;
  const tab = event.type === 'tool-approval-request' ? (effectDetails(event.request)?.tab ?? call.tab) : call.tab;
  const more = {
    ...(granted ? { granted } : {}),
    ...(leftOut ? { leftOut } : {}),
    ...(rule ? { rule } : {}),
    ...(sent === undefined ? {} : { sent }),
    ...(tab ? { tab } : {}),
  };
  const id = { toolCallId, toolName, format, followUpOf, ...more };
  const input = 'input' in call ? call.input : null;
  const repaired = 'repaired' in call ? call.repaired : false;
  switch (event.type) {
    case 'tool-input-delta':
      return call.state === 'input-streaming' ? { ...call, inputText: call.inputText + event.delta } : call;
    case 'tool-input-available':
      return { ...id, state: 'input-available', input: event.input, repaired: event.repaired, approved: false };
    case 'tool-input-error': {
      const inputText = call.state === 'input-streaming' ? call.inputText : input;
      return {
        ...id,
        state: 'output-error',
        input: inputText,
        errorText: event.errorText,
        code: event.code ?? null,
        ms: 0,
      };
    }
    case 'tool-approval-request':
      // A running call asks for a tab after it loaded the page without one. A call that waits for a page asks for its
      // site once the browser has revealed it.
      return call.state === 'input-available' ||
        isSiteKnown(call, event.request) ||
        (call.state === 'executing' && effectDetails(event.request)?.tab !== undefined)
        ? { ...id, state: 'approval-requested', input, repaired, request: event.request }
        : call;
    case 'tool-approval-response':
      if (call.state !== 'approval-requested') return call;
      if (!event.approved)
        return {
          ...id,
          state: 'output-error',
          input,
          errorText: refusalText(event, tab),
          code: event.refusal ?? 'refused',
          ms: 0,
        };
      return {
        ...id,
        granted: {
          request: call.request,
          origin: event.origin ?? granted?.origin ?? null,
          ...(event.rule ? { rule: event.rule } : {}),
          ...(event.values ? { values: event.values } : {}),
        },
        state: 'input-available',
        input,
        repaired,
        approved: true,
      };
    case 'tool-output-start':
      return {
        ...id,
        state: 'executing',
        input,
        repaired,
        startedAt: at,
        progress: null,
        found: null,
        elicitation: null,
      };
    case 'tool-progress':
      return call.state === 'executing' ? { ...call, progress: event.progress } : call;
    case 'tool-output-delta':
      return call.state === 'executing' ? { ...call, found: appendOutput(call.found, event.delta) } : call;
    case 'tool-elicitation-request': {
      const { elicitationId, form } = event;
      return call.state === 'executing' ? { ...call, elicitation: { elicitationId, form } } : call;
    }
    case 'tool-elicitation-response':
      return call.state === 'executing' && call.elicitation?.elicitationId === event.elicitationId
        ? { ...call, elicitation: null }
        : call;
    case 'tool-output-available':
      return { ...id, state: 'output-available', input, repaired, output: event.output, ms: event.ms };
    case 'tool-output-error':
      return {
        ...id,
        state: 'output-error',
        input,
        errorText: event.errorText,
        code: event.code ?? null,
        ms: event.ms,
      };
    default:
      return event satisfies never;
  }
}

function refusalText({ refusal }: EventOf<'tool-approval-response'>, tab: TabOpening | undefined): string {
  switch (refusal) {
    case undefined:
      return tab === undefined
        ? 'The user did not allow this.'
        : 'The page cannot be read without a tab, and the user did not let it be opened in one. Answer without it.';
    case 'expired':
      return 'Not done: the question to the user expired before it was answered.';
    case 'moved':
      return 'Not done: the tab went to another page while the user was asked.';
    default:
      return refusal satisfies never;
  }
}

function isSiteKnown(call: ToolCall, request: ApprovalRequest): boolean {
  if (call.state !== 'approval-requested' || call.request.type !== 'page-access') return false;
  return request.type === 'page-access' && request.viewer !== undefined && call.request.viewer === undefined;
}
