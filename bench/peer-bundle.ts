import path from 'node:path';
import { build } from 'vite';

/** Bundles `page-peers.ts` and everything it imports as one classic script. */
export async function bundlePeers(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: { entry: path.join(import.meta.dirname, 'page-peers.ts'), formats: ['iife'], name: 'unused' },
    },
  });
  const [output] = [result].flat();
  const chunk = output && 'output' in output ? output.output[0] : null;
  if (chunk?.type !== 'chunk') throw new Error('The peers could not be bundled.');
  return chunk.code;
}
