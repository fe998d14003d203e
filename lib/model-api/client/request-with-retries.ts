import type { Lesson } from '../../contracts/capability.ts';
import type { ModelClient, ModelEvent, ModelRequest } from '../../contracts/model-client.ts';

/** A way to one model outside a run: a fresh client for what is known by now, and where lessons go. */
export type Asking = { connect(): Promise<ModelClient>; learn(lesson: Lesson): Promise<void> };

/** As many requests as a step of a run may send (design, bounds). */
const MAX_REQUESTS = 3;

/**
 * Asks as a run would: what a refusal teaches about the request is learned, and the request sent again. Everything else,
 * also "no tools" and a busy server, is the caller's to judge. Yields no `lesson`, and `retry` only as the last event.
 */
export async function* askAndLearn(
  asking: Asking,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<Exclude<ModelEvent, { type: 'lesson' }>> {
  for (let attempt = 0; ; attempt++) {
    const client = await asking.connect();
    let again = false;
    for await (const event of client.stream({ ...request, attempt }, signal)) {
      if (event.type === 'lesson') {
        await asking.learn(event.lesson);
      } else if (event.type === 'retry' && isAboutTheRequest(event.lesson) && attempt + 1 < MAX_REQUESTS) {
        await asking.learn(event.lesson);
        again = true;
        break;
      } else yield event;
    }
    if (!again) return;
  }
}

function isAboutTheRequest(lesson: Lesson | null): lesson is Lesson {
  return lesson?.type === 'request-quirk' || lesson?.type === 'streams-tools';
}
