import path from 'node:path';
import type { Plugin } from 'vite';

/**
 * What of beautiful-mermaid does not come into a build: elkjs, in whose place our own layout stands, and the fonts that its
 * drawings would name, which nothing of ours asks for. scripts/supply-chain.ts notices when it writes them otherwise.
 */
export function diagramPackage(): Plugin {
  return {
    name: 'diagram-package',
    config: () => ({
      resolve: { alias: { 'elkjs/lib/elk.bundled.js': path.resolve('components/markdown/elk-stand-in.ts') } },
    }),
    transform: (code, id) =>
      /[\\/]beautiful-mermaid[\\/]dist[\\/]index\.js$/.test(id)
        ? code.replaceAll(/`@import url\('https:[^`]*`/g, "''")
        : null,
  };
}
