import type { RunOutcome } from '../../contracts/event.ts';
import type { ModelClient } from '../../contracts/model-client.ts';
import { toolCallsOf } from '../../contracts/thread.ts';
import { createModelClient } from '../../model-api/client/model-client.ts';
import { parseBaseUrl } from '../../model-api/endpoints/base-url.ts';
import { scriptedRun, scriptedTool, textOf } from '../agent/scripted-run.ts';
import { type SocketRequest, startSocketServer } from '../model-api/socket-server.ts';

/** The result of a question to a faulty server. */
export type FaultRun = {
  outcome: RunOutcome;
  text: string;
  requests: SocketRequest[];
  /** The waits before each retry, in milliseconds. */
  waits: number[];
  /** Inputs with which the tool ran. */
  ran: unknown[];
  /** State and error text of the calls. */
  calls: string[];
  /** Sockets still open after the run. */
  open: number;
};

/** Short, so that silence is detected soon; long enough for a busy machine. In milliseconds. */
const TIMEOUTS = { headers: 300, firstContent: 300, idle: 300, total: 3_000 };
export const KEY = 'sk-secret-0123456789';

type Options = { url?: string; timeouts?: Partial<typeof TIMEOUTS>; stopAfterMs?: number };

/** The real client with short timeouts. */
export function clientOf(url: string, timeouts: Partial<typeof TIMEOUTS> = {}): ModelClient {
  const base = parseBaseUrl(`${url}/v1`);
  if ('error' in base) throw new Error(base.error.code);
  return createModelClient({
    baseUrl: base.url,
    hostKind: base.hostKind,
    apiKey: KEY,
    fetch,
    timeouts: { ...TIMEOUTS, ...timeouts },
  });
}

/** Asks one question through the real engine and client, to a server with this `answer`. */
export async function runWithFault(
  answer: (request: SocketRequest, n: number) => unknown,
  { url, timeouts, stopAfterMs }: Options = {},
): Promise<FaultRun> {
  const server = await startSocketServer(answer);
  const client = clientOf(url ?? server.url, timeouts);
  const waits: number[] = [];
  const ran: unknown[] = [];
  const look = scriptedTool('look', async (_signal, input) => {
    ran.push(input);
    return 'seen';
  });
  const scripted = scriptedRun(
    () => [],
    {
      tools: [look],
      sleep: async (ms, signal) => {
        waits.push(ms);
        signal.throwIfAborted();
      },
    },
    { client },
  );
  if (stopAfterMs !== undefined) setTimeout(() => scripted.stop.abort(), stopAfterMs);
  await scripted.run();
  const run = scripted.answer();
  // Time for released sockets to close.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const open = server.open();
  await server.close();
  return {
    outcome: run.outcome ?? { type: 'incomplete', reason: 'cancelled' },
    text: textOf(run),
    requests: server.requests,
    waits,
    ran,
    calls: run.steps
      .flatMap(toolCallsOf)
      .map((call) => ('errorText' in call ? `error: ${call.errorText}` : call.state)),
    open,
  };
}
