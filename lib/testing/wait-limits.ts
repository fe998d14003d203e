import { inject, vi } from 'vitest';

// A setup file. Vitest has a setting for the timeout of `expect.poll`, but none for those of `vi.waitFor` and
// `vi.waitUntil`, which are one second.

declare module 'vitest' {
  interface ProvidedContext {
    /** Milliseconds, from scripts/limits.ts. */
    waitLimitMs: number;
  }
}

const timeout = inject('waitLimitMs');
/** Test files of a worker process share `vi`. */
const own: { waitFor: typeof vi.waitFor; waitUntil: typeof vi.waitUntil } & { isLimited?: boolean } = vi;

if (!own.isLimited) {
  const { waitFor, waitUntil } = vi;
  own.isLimited = true;
  own.waitFor = (callback, options) => waitFor(callback, withLimit(options));
  own.waitUntil = (callback, options) => waitUntil(callback, withLimit(options));
}

function withLimit<Options extends object>(options: Options | number | undefined): Options | number {
  return typeof options === 'number' ? options : ({ timeout, ...options } as Options);
}
