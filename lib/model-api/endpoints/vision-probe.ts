import type { CapabilityObservation, Failure, ModelRequest, ProbeFinding } from '../../contracts/index.ts';
import { type ModelAccess, requestWithRetries } from '../client/request-with-retries.ts';

/** Whether a model accepts pictures. */
export type VisionProbe = { verdict: 'yes' | 'no' | 'unclear'; evidence: ProbeFinding };

/** A red square of 64 by 64 pixels; some models require at least 28. */
const RED_SQUARE =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAS0lEQVR42u3PQQkAAAgAsetfWiP4FgYrsKZeS0BAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEDgsqnc8OJg6Ln3AAAAAElFTkSuQmCC';

const TIMEOUT_MS = 60_000;

/** Shows a model a red square and asks for its colour. Throws only when `signal` is aborted. */
export async function probeVision(asking: ModelAccess, modelId: string, signal: AbortSignal): Promise<VisionProbe> {
  const both = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  let said = '';
  try {
    for await (const event of requestWithRetries(asking, visionRequest(modelId), both)) {
      if (event.type === 'text-delta') said += event.delta;
      if (event.type === 'failure' || event.type === 'retry') return refused(event.failure);
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!both.aborted) throw error;
    return { verdict: 'unclear', evidence: { type: 'picture-not-answered' } };
  }
  if (/\b(red|rot|rouge|rojo|rosso)\b|红|紅|赤/i.test(said))
    return { verdict: 'yes', evidence: { type: 'saw-picture' } };
  return { verdict: 'unclear', evidence: { type: 'did-not-say-colour' } };
}

function refused({ code, detail = '' }: Failure): VisionProbe {
  if (code === 'network' || code === 'timeout')
    return { verdict: 'unclear', evidence: { type: 'picture-not-answered' } };
  const isAboutPictures = /image|vision|multimodal|mmproj|content.{0,40}(string|text)/i.test(detail);
  return { verdict: isAboutPictures ? 'no' : 'unclear', evidence: { type: 'picture-refused', detail } };
}

function visionRequest(modelId: string): ModelRequest {
  const image = { mediaType: 'image/png' as const, data: RED_SQUARE, width: 64, height: 64 };
  const content = 'Which colour is this picture? Answer with one word.';
  const attached = { fence: 'picture', data: [], images: [{ name: 'square.png', image }] };
  return {
    modelId,
    system: 'You are being tested.',
    messages: [{ role: 'user', content, attached }],
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
