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

type CallOf<State extends ToolCall['state']> = Extract<ToolCall, { state: State }>;
type CommonFields = ReturnType<typeof keepCommonFields>;

/** Folds one event into its call. Ignores an event that does not match the call's state. */
export function reduceToolCall(call: ToolCall, event: ToolCallEvent, at: number): ToolCall {
  const common = keepCommonFields(call, event);
  const input = 'input' in call ? call.input : null;
  const repaired = 'repaired' in call ? call.repaired : false;
  switch (event.type) {
    case 'tool-input-delta':
      return call.state === 'input-streaming' ? { ...call, inputText: call.inputText + event.delta } : call;
    case 'tool-input-available':
      return { ...common, state: 'input-available', input: event.input, repaired: event.repaired, approved: false };
    case 'tool-input-error': {
      const inputText = call.state === 'input-streaming' ? call.inputText : input;
      const { errorText, code = null } = event;
      return { ...common, state: 'output-error', input: inputText, errorText, code, ms: 0 };
    }
    case 'tool-approval-request':
      return mayRequestApproval(call, event.request)
        ? { ...common, state: 'approval-requested', input, repaired, request: event.request }
        : call;
    case 'tool-approval-response':
      return call.state === 'approval-requested' ? reduceApproval(call, event, common) : call;
    case 'tool-output-start':
      return {
        ...common,
        state: 'executing',
        input,
        repaired,
        startedAt: at,
        progress: null,
        found: null,
        elicitation: null,
      };
    case 'tool-progress':
    case 'tool-output-delta':
    case 'tool-elicitation-request':
    case 'tool-elicitation-response':
      return call.state === 'executing' ? reduceExecution(call, event) : call;
    case 'tool-output-available':
      return { ...common, state: 'output-available', input, repaired, output: event.output, ms: event.ms };
    case 'tool-output-error': {
      const { errorText, code = null, localOnly, ms } = event;
      return { ...common, state: 'output-error', input, errorText, code, ms, ...(localOnly ? { localOnly } : {}) };
    }
    default:
      return event satisfies never;
  }
}

/** The fields that a call has in every state, with what the event adds to them. */
function keepCommonFields(call: ToolCall, event: ToolCallEvent) {
  const { toolCallId, toolName, format, followUpOf, granted } = call;
  const leftOut = event.type === 'tool-input-available' ? event.leftOut : call.leftOut;
  const rule = event.type === 'tool-output-start' ? event.rule : call.rule;
  const sent = event.type === 'tool-output-start' ? event.sent : call.sent;
  const tab = event.type === 'tool-approval-request' ? (effectDetails(event.request)?.tab ?? call.tab) : call.tab;
  return {
    toolCallId,
    toolName,
    format,
    followUpOf,
    ...(granted ? { granted } : {}),
    ...(leftOut ? { leftOut } : {}),
    ...(rule ? { rule } : {}),
    ...(sent === undefined ? {} : { sent }),
    ...(tab ? { tab } : {}),
  };
}

/**
 * Whether a call in this state can ask for approval. A running call asks for a tab after it loaded the page without
 * one. A call that waits for a page asks for its site once the browser has revealed it.
 */
function mayRequestApproval(call: ToolCall, request: ApprovalRequest): boolean {
  return (
    call.state === 'input-available' ||
    isSiteKnown(call, request) ||
    (call.state === 'executing' && effectDetails(request)?.tab !== undefined)
  );
}

/** The user's answer lets a call run, or ends it. */
function reduceApproval(
  call: CallOf<'approval-requested'>,
  event: EventOf<'tool-approval-response'>,
  common: CommonFields,
): ToolCall {
  const { input, repaired, request, granted, tab } = call;
  if (!event.approved) {
    const code = event.refusal ?? 'refused';
    return { ...common, state: 'output-error', input, errorText: refusalText(event, tab), code, ms: 0 };
  }
  return {
    ...common,
    granted: {
      request,
      origin: event.origin ?? granted?.origin ?? null,
      ...(event.rule ? { rule: event.rule } : {}),
      ...(event.values ? { values: event.values } : {}),
    },
    state: 'input-available',
    input,
    repaired,
    approved: true,
  };
}

type ExecutionEvent = EventOf<
  'tool-progress' | 'tool-output-delta' | 'tool-elicitation-request' | 'tool-elicitation-response'
>;

function reduceExecution(call: CallOf<'executing'>, event: ExecutionEvent): ToolCall {
  switch (event.type) {
    case 'tool-progress':
      return { ...call, progress: event.progress };
    case 'tool-output-delta':
      return { ...call, found: appendOutput(call.found, event.delta) };
    case 'tool-elicitation-request':
      return { ...call, elicitation: { elicitationId: event.elicitationId, form: event.form } };
    case 'tool-elicitation-response':
      return call.elicitation?.elicitationId === event.elicitationId ? { ...call, elicitation: null } : call;
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
