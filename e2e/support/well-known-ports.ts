import { once } from 'node:events';
import { createServer } from 'node:net';

/** Held by the process that may use the ports of Ollama, LM Studio and vLLM. The number is arbitrary. */
const LOCK_PORT = 47_113;
const TIMEOUT_MS = 110_000;

/**
 * Waits until no other test file of this machine listens on the usual ports of model servers; call the result when done.
 * A port serves as the lock because it is freed when its process dies.
 */
export async function holdWellKnownPorts(): Promise<() => Promise<void>> {
  for (const start = Date.now(); ; await new Promise((resolve) => setTimeout(resolve, 100))) {
    const server = createServer().listen(LOCK_PORT, '127.0.0.1');
    const isHeld = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (isHeld) {
      return async () => {
        server.close();
        await once(server, 'close');
      };
    }
    if (Date.now() - start > TIMEOUT_MS) throw new Error('The usual ports of model servers stayed in use.');
  }
}
