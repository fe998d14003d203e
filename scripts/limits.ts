import { IS_FULL } from '../e2e/support/scale.ts';

// How long tests wait before they fail, in milliseconds. A limit only ends what hangs and never decides a result. Each
// is several times what the slowest case takes on a machine three times slower than a quiet one with two cores. Test
// files do not set their own limits (scripts/limits.test.ts).

/** For a unit test, or one of its hooks. The slowest takes 10 s on a quiet machine. */
export const UNIT_TEST_LIMIT_MS = 300_000;

/** For a wait within a unit test: `vi.waitFor`, `vi.waitUntil`, `expect.poll`. */
export const UNIT_WAIT_LIMIT_MS = 30_000;

/**
 * For a test with a browser or an attack, or one of its hooks, and for a command that the driver sends to a browser.
 */
export const TEST_LIMIT_MS = IS_FULL ? 1_800_000 : 600_000;

/**
 * For a wait within a test with a browser: for an element, an answer, a target, a navigation, the start of a browser.
 */
export const WAIT_LIMIT_MS = 120_000;

/**
 * For work that takes long on any machine: an import of thousands of chats, an installation, a place in a queue of test
 * files.
 */
export const LONG_WAIT_LIMIT_MS = 300_000;

/** How long to wait for the end of a navigation that browsers may never report, after which the test continues. */
export const UNREPORTED_NAVIGATION_MS = 2_000;
