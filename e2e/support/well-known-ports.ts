import { once } from 'node:events';
import { createServer } from 'node:net';
import { startEmulated } from '../../lib/testing/model-api/emulated-servers.ts';
import type { RawServer } from '../../lib/testing/model-api/raw-server.ts';
import { LONG_WAIT_LIMIT_MS } from '../../scripts/limits.ts';
import { waitUntil } from '../../scripts/wait-until.ts';

/** Held by the process that may use the ports of Ollama, LM Studio and vLLM. The number is arbitrary. */
const LOCK_PORT = 47_113;

/**
 * Waits until no other test file on this machine listens on the usual ports of model servers. Call the result when
 * done. A port serves as the lock because it is freed when its process dies.
 */
export async function holdWellKnownPorts(): Promise<() => Promise<void>> {
  const hold = () => {
    const server = createServer().listen(LOCK_PORT, '127.0.0.1');
    return once(server, 'listening').then(
      () => server,
      () => null,
    );
  };
  const server = await waitUntil(hold, 'The usual ports of model servers stayed in use.', {
    limitMs: LONG_WAIT_LIMIT_MS,
  });
  return async () => {
    server.close();
    await once(server, 'close');
  };
}

/** Where these servers listen. Another test run, or a real server, may already use one of them. */
const PLACES = [
  ['ollama', 11_434, 'Ollama'],
  ['lm-studio', 1_234, 'LM Studio'],
  ['vllm', 8_000, 'vLLM'],
] as const;

/** Starts an emulated model server on the first of the usual ports that is free. */
export async function startWhereFree(): Promise<{ server: RawServer; label: string }> {
  for (const [name, port, label] of PLACES) {
    const server = await startEmulated(name, port).catch(() => null);
    if (server !== null) return { server, label };
  }
  throw new Error('All the usual places of model servers are taken on this machine.');
}
