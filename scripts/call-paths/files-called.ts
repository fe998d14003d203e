import { mkdirSync, writeFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Starts counting calls in this process. Returns a function that lists the files of which a function was called since
 * the previous list.
 */
export async function countCalls(): Promise<() => Promise<string[]>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return async () => {
    const { result } = (await session.post('Profiler.takePreciseCoverage')) as Profiler.TakePreciseCoverageReturnType;
    return result
      .filter(({ url, functions }) => url.startsWith('file:') && functions.some(isCalled))
      .map(({ url }) => path.relative(root, fileURLToPath(url)))
      .filter((file) => /^(?:lib|components|entrypoints)\//.test(file) && !/^lib\/testing\/|\.test\.tsx?$/.test(file))
      .sort();
  };
}

/** Functions without a name include the module itself. */
function isCalled({ functionName, ranges }: Profiler.FunctionCoverage): boolean {
  return functionName !== '' && (ranges[0]?.count ?? 0) > 0;
}

/** One file per call path, with the names of its source files, for `npm run shape`. */
export const CALL_PATHS = path.join(root, 'out/call-paths');

export function saveCallPath(name: string, files: readonly string[]): void {
  mkdirSync(CALL_PATHS, { recursive: true });
  writeFileSync(path.join(CALL_PATHS, `${name}.txt`), `${files.join('\n')}\n`);
}
