import {
  type CapabilityObservation,
  type ModelClient,
  type ModelEvent,
  type ModelRequest,
  mayRetryOutsideRun,
} from '../../contracts/index.ts';

/** Access to one model outside a run: a client for the current capability, and where to record observations. */
export type ModelAccess = { connect(): Promise<ModelClient>; learn(observation: CapabilityObservation): Promise<void> };

/**
 * Sends a request as a run would: what a refusal shows is recorded and the request is sent again. Everything else, also "no
 * tools" and a busy server, is left to the caller. Yields no `observation`, and `retry` only as the last event.
 */
export async function* requestWithRetries(
  asking: ModelAccess,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<Exclude<ModelEvent, { type: 'observation' }>> {
  for (let attempt = 0; ; attempt++) {
    const client = await asking.connect();
    let again = false;
    for await (const event of client.stream({ ...request, attempt }, signal)) {
      if (event.type === 'observation') {
        await asking.learn(event.observation);
      } else if (event.type === 'retry' && event.observation && mayRetryOutsideRun(event, attempt)) {
        await asking.learn(event.observation);
        again = true;
        break;
      } else yield event;
    }
    if (!again) return;
  }
}
