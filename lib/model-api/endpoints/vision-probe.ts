import type { CapabilityObservation, ProbeFinding } from '../../contracts/index.ts';
import { createEndpointClient, type EndpointClientOptions, HttpError } from '../client/endpoint-client.ts';
import { errorText } from '../errors/error-text.ts';
import { isJson, parseJson } from '../tool-input/json-value.ts';

/** Whether a model sees pictures. */
export type VisionProbe = { verdict: 'yes' | 'no' | 'unclear'; evidence: ProbeFinding };

/** A red square of 64 by 64 pixels; some models take nothing smaller than 28. */
const RED_SQUARE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAS0lEQVR42u3PQQkAAAgAsetfWiP4FgYrsKZeS0BAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEDgsqnc8OJg6Ln3AAAAAElFTkSuQmCC';

const TIMEOUT_MS = 60_000;

/** Shows a model a red square and asks for its colour. Throws only when `signal` is aborted. */
export async function probeVision(
  options: EndpointClientOptions,
  modelId: string,
  signal: AbortSignal,
): Promise<VisionProbe> {
  const content = [
    { type: 'text', text: 'Which colour is this picture? Answer with one word.' },
    { type: 'image_url', image_url: { url: RED_SQUARE } },
  ];
  const body = { model: modelId, messages: [{ role: 'user', content }] };
  try {
    const both = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const response = await createEndpointClient(options).post('/chat/completions', { body, signal: both }).asResponse();
    const said = answerIn(parseJson(await response.text()));
    if (/\b(red|rot|rouge|rojo|rosso)\b|红|紅|赤/i.test(said))
      return { verdict: 'yes', evidence: { type: 'saw-picture' } };
    return { verdict: 'unclear', evidence: { type: 'did-not-say-colour' } };
  } catch (error) {
    signal.throwIfAborted();
    const cause = error instanceof Error ? error.cause : null;
    if (!(cause instanceof HttpError)) return { verdict: 'unclear', evidence: { type: 'picture-not-answered' } };
    const words = errorText(cause.body);
    const isAboutPictures = /image|vision|multimodal|mmproj|content.{0,40}(string|text)/i.test(words);
    return { verdict: isAboutPictures ? 'no' : 'unclear', evidence: { type: 'picture-refused', detail: words } };
  }
}

/** What a probe teaches; null where it left things open. */
export function visionObservation({ verdict }: VisionProbe): CapabilityObservation | null {
  return verdict === 'unclear' ? null : { type: 'vision', vision: verdict === 'yes' };
}

function answerIn(reply: unknown): string {
  const choice = isJson(reply) && Array.isArray(reply.choices) ? reply.choices[0] : null;
  const message = isJson(choice) ? choice.message : null;
  return isJson(message) && typeof message.content === 'string' ? message.content : '';
}
