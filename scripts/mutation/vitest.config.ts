import { defineConfig } from 'vitest/config';
import { FOLDERS, MUTATED_FOLDER } from './folders.ts';

/** Runs only the unit tests of one mutated folder, in one project: Stryker starts vitest once for each mutant. */
const folder = FOLDERS.find(({ name }) => name === process.env[MUTATED_FOLDER]);

export default defineConfig({
  test: {
    include: (folder?.tests ?? []).map((tests) => `${tests}/**/*.test.ts`),
    isolate: false,
    environment: 'node',
    testTimeout: 30_000,
    setupFiles: ['lib/testing/english.ts', 'lib/testing/fresh-surroundings.ts', 'scripts/mutation/short-properties.ts'],
  },
});
