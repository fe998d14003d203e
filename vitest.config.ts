import path from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          // A busy machine is no bug.
          testTimeout: 30_000,
          environment: 'node',
          setupFiles: ['lib/i18n/english.ts'],
          include: ['{lib,components,entrypoints,scripts}/**/*.test.{ts,tsx}'],
          // As in the build: see elk-stand-in.ts.
          server: { deps: { inline: ['beautiful-mermaid'] } },
        },
        resolve: { alias: { 'elkjs/lib/elk.bundled.js': path.resolve('components/elk-stand-in.ts') } },
      },
      {
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['e2e/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
