import path from 'node:path';
import { build } from 'vite';

/** Bundles a file of this folder and everything it imports as one classic script. */
export async function bundlePeers(file: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: { entry: path.join(import.meta.dirname, file), formats: ['iife'], name: 'unused' },
    },
  });
  const [output] = [result].flat();
  const chunk = output && 'output' in output ? output.output[0] : null;
  if (chunk?.type !== 'chunk') throw new Error('The peers could not be bundled.');
  return chunk.code;
}
