import path from 'node:path';
import type { Plugin } from 'vite';

/**
 * Excludes parts of beautiful-mermaid from builds: elkjs, which is replaced by Sidenote's own layout, and the fonts
 * that its drawings would load. scripts/supply-chain.ts notices if it references them differently.
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
