/** Model servers that people run on their own machine, by the port they listen on. */
const SERVERS = [
  { name: 'Ollama', port: 11434, probe: '/api/version' },
  { name: 'LM Studio', port: 1234, probe: '/v1/models' },
  { name: 'llama.cpp', port: 8080, probe: '/v1/models' },
  { name: 'vLLM', port: 8000, probe: '/v1/models' },
  { name: 'Jan', port: 1337, probe: '/v1/models' },
  { name: 'KoboldCpp', port: 5001, probe: '/v1/models' },
];

const TIMEOUT_MS = 600;

export type LocalServer = { name: string; baseUrl: string };

/** The model servers that answer on this machine now. Asks all at once; takes at most 0.6 s. */
export async function findLocalServers(): Promise<LocalServer[]> {
  const found = await Promise.all(
    SERVERS.map(async ({ name, port, probe }) => {
      const origin = `http://127.0.0.1:${port}`;
      try {
        const reply = await fetch(origin + probe, { signal: AbortSignal.timeout(TIMEOUT_MS) });
        return reply.headers.get('content-type')?.includes('json') ? [{ name, baseUrl: `${origin}/v1` }] : [];
      } catch {
        // Nobody there.
        return [];
      }
    }),
  );
  return found.flat();
}
