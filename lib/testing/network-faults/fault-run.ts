import { vi } from 'vitest';
import type { RunOutcome } from '../../contracts/event.ts';
import type { ModelClient } from '../../contracts/model-client.ts';
import { listToolCalls } from '../../contracts/thread.ts';
import { createModelClient } from '../../model-api/client/model-client.ts';
import { parseBaseUrl } from '../../model-api/endpoints/base-url.ts';
import { joinRunText, scriptedRun, scriptedTool } from '../agent/scripted-run.ts';
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
};

/** Long enough that only silence ends a reply, not a busy machine. In milliseconds. */
const TIMEOUTS = { headers: 60_000, firstContent: 60_000, idle: 60_000, total: 120_000 };
/** Timeout for a reply that stays silent, in milliseconds. */
export const SHORT_MS = 200;
export const KEY = 'sk-secret-0123456789';

type Options = {
  url?: string;
  timeouts?: Partial<typeof TIMEOUTS>;
  /** When the user stops the run: as soon as the server has the request, or as soon as the chat has the first text. */
  stop?: 'requested' | 'answering';
  /** Whether to wait until the server has no open socket. */
  closesSockets?: boolean;
};

/** The real client. */
export function createRealModelClient(url: string, timeouts: Partial<typeof TIMEOUTS> = {}): ModelClient {
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

/** Asks one question with the real engine and client, to a server with this `answer`. */
export async function runWithFault(
  answer: (request: SocketRequest, n: number) => unknown,
  { url, timeouts, stop, closesSockets = false }: Options = {},
): Promise<FaultRun> {
  const server = await startSocketServer(answer);
  const client = createRealModelClient(url ?? server.url, timeouts);
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
  const running = scripted.run();
  if (stop !== undefined) {
    const hasText = () => scripted.rows.some(({ event }) => event.type === 'text-delta');
    await vi.waitUntil(() => (stop === 'requested' ? server.requests.length > 0 : hasText()), { interval: 5 });
    scripted.stop.abort();
  }
  await running;
  const run = scripted.answer();
  if (closesSockets) await vi.waitUntil(() => server.open() === 0, { interval: 5 });
  await server.close();
  return {
    outcome: run.outcome ?? { type: 'incomplete', reason: 'cancelled' },
    text: joinRunText(run),
    requests: server.requests,
    waits,
    ran,
    calls: run.steps
      .flatMap(listToolCalls)
      .map((call) => ('errorText' in call ? `error: ${call.errorText}` : call.state)),
  };
}
