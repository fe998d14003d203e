import { mkdirSync, writeFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(import.meta.dirname, '../..');

/** Counts calls in this process. Returns a function that names the files of which a function was called since its last call. */
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

/** Where each walk leaves the names of its files, for `npm run shape`. */
export const WALKS = path.join(root, 'out/walks');

export function saveWalk(name: string, files: readonly string[]): void {
  mkdirSync(WALKS, { recursive: true });
  writeFileSync(path.join(WALKS, `${name}.txt`), `${files.join('\n')}\n`);
}
