import * as z from 'zod';
import type {
  Capability,
  CapabilityObservation,
  Evidence,
  Failure,
  HostKind,
  ModelMessage,
  ModelRequest,
  ModelToolCall,
  ProbeFinding,
  ToolMode,
} from '../../contracts/index.ts';
import { type ModelAccess, requestWithRetries } from '../client/model-client.ts';
import { lacksToolSupport } from '../client/request-capability.ts';

/** Whether a model supports native tools. `evidence`: what it did, or the server's text. */
export type ToolProbe = { verdict: 'yes' | 'no' | 'unclear'; evidence: Evidence };

const TOOL = {
  name: 'get_code_word',
  description: 'Gives the code word of a colour.',
  inputSchema: z.strictObject({ colour: z.string().describe('The colour, for example red.') }),
};
const QUESTION: ModelMessage = {
  role: 'user',
  content: 'Call get_code_word for the colour blue, then tell me the code word.',
};
const CODE_WORD = 'harbour';

/** Enough for one small call, at negligible cost. */
const MAX_TOKENS = 64;

/**
 * One complete exchange: offers a tool, expects a call, returns its result, expects text. At most three requests, of 64
 * tokens unless described below. If no call comes, `wasDropped` decides whether the server passed the tool on. Throws
 * only when `signal` is aborted.
 */
export async function probeTools(modelAccess: ModelAccess, modelId: string, signal: AbortSignal): Promise<ToolProbe> {
  const ask = (messages: ModelMessage[], toolMode: ToolMode) =>
    exchange(
      modelAccess,
      { ...request(modelId), messages, toolMode, tools: toolMode === 'none' ? [] : [TOOL] },
      signal,
    );
  const first = await ask([QUESTION], 'native');
  if (first.refusal) return refused(first.refusal, first.noTools);
  if (first.isBrokenOff) return unclear({ type: 'broke-off' });
  if (first.wroteCall) return unclear({ type: 'wrote-call-as-text' });
  const [call] = first.calls;
  if (call === undefined) {
    if (await wasDropped(first, (toolMode) => ask([QUESTION], toolMode)))
      return { verdict: 'no', evidence: { type: 'tool-never-arrived', tokens: first.inputTokens ?? 0 } };
    return unclear(first.isCut ? { type: 'still-thinking', tokens: MAX_TOKENS } : { type: 'no-call' });
  }
  const second = await ask([QUESTION, assistantMessage(first, call), result(call)], 'native');
  if (second.refusal) return unclear({ type: 'result-refused', failure: second.refusal });
  if (second.isBrokenOff) return unclear({ type: 'broke-off' });
  if (second.text.trim() === '') return unclear({ type: 'said-nothing' });
  return { verdict: 'yes', evidence: { type: 'used-tool' } };
}

/**
 * Whether the server silently dropped a tool, as llama.cpp does if the template does not support tools
 * (llama.cpp#27129). Two signs are required: the prompt is as long without the tool, and the model calls it once the
 * prompt describes it. Gateways report no counts, or count the messages alone, although native calls work there (quirk:
 * usage-not-counted).
 */
async function wasDropped(
  first: ProbeResponse,
  ask: (toolMode: 'none' | 'tags') => Promise<ProbeResponse>,
): Promise<boolean> {
  if (first.inputTokens === null || first.inputTokens <= 0) return false;
  if ((await ask('none')).inputTokens !== first.inputTokens) return false;
  const { wroteCall, calls } = await ask('tags');
  return wroteCall || calls.length > 0;
}

/** The observation in a probe's result. */
export function probeObservation({ verdict, evidence }: ToolProbe): CapabilityObservation {
  return verdict === 'unclear'
    ? { type: 'probe-unclear', evidence }
    : { type: 'tools', supportsTools: verdict === 'yes', source: 'probe', evidence };
}

type ProbeResponse = {
  text: string;
  reasoning: string;
  calls: ModelToolCall[];
  /** Whether a call came, but in a text dialect. */
  wroteCall: boolean;
  isCut: boolean;
  inputTokens: number | null;
  opaque: unknown;
  refusal: Failure | null;
  isBrokenOff: boolean;
  noTools: boolean;
};

async function exchange(modelAccess: ModelAccess, request: ModelRequest, signal: AbortSignal): Promise<ProbeResponse> {
  const received: ProbeResponse = { ...EMPTY_RESPONSE, calls: [] };
  for await (const event of requestWithRetries(modelAccess, request, signal)) {
    switch (event.type) {
      case 'text-delta':
        received.text += event.delta;
        break;
      case 'reasoning-delta':
        received.reasoning += event.delta;
        break;
      case 'tool-input-start':
        received.wroteCall ||= event.format !== undefined;
        break;
      case 'tool-input-available':
        received.calls.push({ toolCallId: event.toolCallId, toolName: TOOL.name, input: event.input });
        break;
      case 'step-end':
        received.isCut = event.finishReason === 'length';
        received.inputTokens = event.usage?.inputTokens ?? null;
        received.opaque = event.opaque ?? null;
        break;
      case 'failure':
      case 'retry':
        received.refusal = event.failure;
        received.noTools = event.type === 'retry' && event.reason === 'tools-unsupported';
        break;
      case 'interrupted':
        received.isBrokenOff = true;
        break;
      case 'tool-input-delta':
      case 'tool-input-error':
      case 'tool-input-retract':
      case 'reply-discard':
      case 'step-notice':
      case 'text-to-reasoning':
        break;
      default:
        event satisfies never;
    }
  }
  return received;
}

const EMPTY_RESPONSE: ProbeResponse = {
  text: '',
  reasoning: '',
  calls: [],
  wroteCall: false,
  isCut: false,
  inputTokens: null,
  opaque: null,
  refusal: null,
  isBrokenOff: false,
  noTools: false,
};

function request(modelId: string): Omit<ModelRequest, 'messages' | 'tools' | 'toolMode'> {
  return { modelId, system: 'Use the tools you are given.', maxOutputTokens: MAX_TOKENS, attempt: 0 };
}

function refused(failure: Failure, noTools: boolean): ToolProbe {
  return noTools ? { verdict: 'no', evidence: failure.detail ?? '' } : unclear({ type: 'refused', failure });
}

function unclear(evidence: Evidence): ToolProbe {
  return { verdict: 'unclear', evidence };
}

function assistantMessage({ text, reasoning, opaque }: ProbeResponse, call: ModelToolCall): ModelMessage {
  return { role: 'assistant', content: text, toolCalls: [call], reasoning, opaque };
}

function result({ toolCallId, toolName }: ModelToolCall): ModelMessage {
  return { role: 'tool', toolCallId, toolName, content: `The code word is ${CODE_WORD}.`, isError: false };
}

/**
 * Whether a model may be tested for tools without the user's request: only once, only if nothing is known about it, and
 * only on local servers, since hosted ones charge for tokens. An expired observation needs no test, since the next
 * question renews it.
 */
export function shouldProbeTools(capability: Capability | undefined, modelId: string, hostKind: HostKind): boolean {
  if (hostKind === 'public' || lacksToolSupport(modelId)) return false;
  return capability === undefined || (capability.supportsTools === null && capability.source !== 'probe');
}

/** Whether a model accepts pictures. */
export type VisionProbe = { verdict: 'yes' | 'no' | 'unclear'; evidence: ProbeFinding };

/** A red square of 64 by 64 pixels; some models require at least 28. */
const RED_SQUARE =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAS0lEQVR42u3PQQkAAAgAsetfWiP4FgYrsKZeS0BAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEDgsqnc8OJg6Ln3AAAAAElFTkSuQmCC';

const TIMEOUT_MS = 60_000;

/** Shows a model a red square and asks for its colour. Throws only when `signal` is aborted. */
export async function probeVision(
  modelAccess: ModelAccess,
  modelId: string,
  signal: AbortSignal,
): Promise<VisionProbe> {
  const both = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  let text = '';
  try {
    for await (const event of requestWithRetries(modelAccess, visionRequest(modelId), both)) {
      if (event.type === 'text-delta') text += event.delta;
      if (event.type === 'retry' && event.observation?.type === 'vision') return refusedPicture(event.failure);
      if (event.type === 'failure' || event.type === 'retry') return unansweredPicture(event.failure);
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!both.aborted) throw error;
    return { verdict: 'unclear', evidence: { type: 'picture-not-answered' } };
  }
  if (/\b(red|rot|rouge|rojo|rosso)\b|红|紅|赤/i.test(text))
    return { verdict: 'yes', evidence: { type: 'saw-picture' } };
  return { verdict: 'unclear', evidence: { type: 'did-not-say-colour' } };
}

function refusedPicture({ detail = '' }: Failure): VisionProbe {
  return { verdict: 'no', evidence: { type: 'picture-refused', detail } };
}

function unansweredPicture({ code, detail = '' }: Failure): VisionProbe {
  const isSilent = code === 'network' || code === 'timeout';
  return {
    verdict: 'unclear',
    evidence: isSilent ? { type: 'picture-not-answered' } : { type: 'picture-refused', detail },
  };
}

function visionRequest(modelId: string): ModelRequest {
  const image = { mediaType: 'image/png' as const, data: RED_SQUARE, width: 64, height: 64 };
  const content = 'Which colour is this picture? Answer with one word.';
  const attachments = { delimiter: 'picture', data: [], images: [{ name: 'square.png', image }] };
  return {
    modelId,
    system: 'You are being tested.',
    messages: [{ role: 'user', content, attached: attachments }],
    tools: [],
    toolMode: 'none',
    maxOutputTokens: null,
    attempt: 0,
  };
}

/** The observation in a probe's result; null if it was inconclusive. */
export function visionObservation({ verdict }: VisionProbe): CapabilityObservation | null {
  return verdict === 'unclear' ? null : { type: 'vision', vision: verdict === 'yes' };
}
