import { defineConfig } from 'vitest/config';
import { takeOutControl } from './scripts/controls/take-out.ts';
import { diagramPackage } from './scripts/diagram-package.ts';

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
          // Changed as in the build.
          server: { deps: { inline: ['beautiful-mermaid'] } },
        },
        plugins: [diagramPackage(), takeOutControl()],
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
