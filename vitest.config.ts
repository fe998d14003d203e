import { globSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { IS_FULL } from './e2e/support/scale.ts';
import type { BrowserName } from './scripts/browsers.ts';
import { takeOutControl } from './scripts/controls/take-out.ts';
import { diagramPackage } from './scripts/diagram-package.ts';
import { ensureFrameworkTypes } from './scripts/framework-types.ts';
import { TEST_LIMIT_MS, UNIT_TEST_LIMIT_MS, UNIT_WAIT_LIMIT_MS, WAIT_LIMIT_MS } from './scripts/limits.ts';

ensureFrameworkTypes();

const E2E_FILES = readdirSync('e2e')
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => ({ file: `e2e/${file}`, text: readFileSync(`e2e/${file}`, 'utf8') }));
/** Files that do not mention the browser in which they run are only for Chromium. */
const CHROMIUM_ONLY = E2E_FILES.filter(({ text }) => !text.includes("from './support/browsers.ts'"));
const FIREFOX_ONLY = E2E_FILES.filter(({ text }) => text.includes('\ndescribeInFirefox('));
/** Files whose Firefox tests run only in the full run. A file without a test would fail. */
const OF_FULL_RUN = E2E_FILES.filter(
  ({ text }) => text.includes('BROWSERS_OF_FULL_RUN') && !/\b(BROWSERS?|(test|describe)InFirefox)\b/.test(text),
);
const NOT_IN_FIREFOX = IS_FULL ? CHROMIUM_ONLY : [...CHROMIUM_ONLY, ...OF_FULL_RUN];

const ATTACKS = globSync('scripts/attack/*.test.ts');
const UNIT_FILES = globSync('{lib,components,entrypoints,scripts,demo}/**/*.test.{ts,tsx}').filter(
  (file) => !ATTACKS.includes(file),
);
/**
 * Tests that change what modules find when they are loaded: the extension API, a database, another module, the
 * document.
 */
const NEEDS_OWN_MODULES = /fake-browser\.ts'|'fake-indexeddb|vi\.mock\(|defineProperty\(document/;
const ISOLATED = filesWith(NEEDS_OWN_MODULES, UNIT_FILES);
const SHARING = UNIT_FILES.filter((file) => !ISOLATED.includes(file));
/**
 * A worker process ends if the next file of its project needs another environment, so these files have a separate
 * project.
 */
const WITH_DOCUMENT = filesWith(/@vitest-environment happy-dom/, SHARING);
const WITHOUT_DOCUMENT = SHARING.filter((file) => !WITH_DOCUMENT.includes(file));

function filesWith(text: RegExp, files: string[]): string[] {
  return files.filter((file) => text.test(readFileSync(file, 'utf8')));
}

/**
 * With React's production build, which lacks the function for elements of a development build. The keys of the module
 * cache do not distinguish the two ways of transforming JSX, so it has a separate cache.
 */
const PRODUCTION = {
  env: { NODE_ENV: 'production' },
  fsModuleCachePath: 'node_modules/.vitest-cache-production',
};

/** `lib/testing/wait-limits.ts` reads what is provided. */
function limits(testMs: number, waitMs: number, provided: { browser?: BrowserName } = {}) {
  return {
    testTimeout: testMs,
    hookTimeout: testMs,
    expect: { poll: { timeout: waitMs } },
    provide: { ...provided, waitLimitMs: waitMs },
  };
}

/**
 * Unit tests. Modules are loaded once per worker process, which makes them four times as fast, or again for each file.
 */
function unit(
  name: string,
  include: string[],
  { isolate = false, isProduction = false }: { isolate?: boolean; isProduction?: boolean } = {},
): TestProjectInlineConfiguration {
  return {
    ...(isProduction ? { oxc: { jsx: { development: false } } } : {}),
    test: {
      name,
      isolate,
      ...(isProduction ? PRODUCTION : {}),
      include,
      // Tests that wait would otherwise leave a third of the processors idle.
      maxWorkers: Math.ceil(availableParallelism() * 1.5),
      ...limits(name === 'attack' ? TEST_LIMIT_MS : UNIT_TEST_LIMIT_MS, UNIT_WAIT_LIMIT_MS),
      environment: 'node',
      setupFiles: ['lib/testing/english.ts', 'lib/testing/fresh-surroundings.ts', 'lib/testing/wait-limits.ts'],
      // Changed as in the build.
      server: { deps: { inline: ['beautiful-mermaid'] } },
    },
    plugins: [diagramPackage(), takeOutControl()],
  };
}

/**
 * The end-to-end tests in one browser. Three files run at once, since two would leave a quarter of two processors idle.
 * Each is in a worker process that keeps its browser for the next file (`e2e/support/shared-browser.ts`).
 */
function endToEnd(browser: BrowserName): TestProjectInlineConfiguration {
  return {
    test: {
      name: `e2e-${browser}`,
      environment: 'node',
      include: ['e2e/**/*.test.ts'],
      exclude: (browser === 'chromium' ? FIREFOX_ONLY : NOT_IN_FIREFOX).map(({ file }) => file),
      isolate: false,
      maxWorkers: 3,
      setupFiles: ['e2e/support/failure-report.ts', 'lib/testing/wait-limits.ts'],
      sequence: { groupOrder: 1 },
      ...limits(TEST_LIMIT_MS, WAIT_LIMIT_MS, { browser }),
    },
  };
}

export default defineConfig({
  test: {
    teardownTimeout: TEST_LIMIT_MS,
    // Measured only where requested, by `npm test`, since it makes the unit tests two fifths slower.
    coverage: {
      provider: 'v8',
      include: ['lib/**/*.{ts,tsx}'],
      // Code that calls the extension API or React runs only in a real browser, where the end-to-end tests cover it.
      exclude: ['**/*.test.{ts,tsx}', 'lib/**/testing/**', 'lib/{extension,react}/**'],
      reporter: ['text-summary', 'json-summary'],
      reportsDirectory: 'out/coverage',
      thresholds: { lines: 92, branches: 85 },
    },
    projects: [
      unit('unit', WITHOUT_DOCUMENT),
      unit('unit-document', WITH_DOCUMENT),
      unit('unit-isolated', ISOLATED, { isolate: true }),
      // Each attack renders an answer, for which React's development build would take two fifths of the time.
      unit('attack', ATTACKS, { isProduction: true }),
      // They count calls, as coverage does. `npm run shape` prints their results.
      unit('call-paths', ['scripts/call-paths/*.call-path.ts']),
      endToEnd('chromium'),
      endToEnd('firefox'),
    ],
  },
});
