import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { WAIT_LIMIT_MS } from '../../scripts/limits.ts';

/**
 * Reads the output of a process until `find` matches in all of it. If that takes too long, kills the process and
 * returns null. Continues to read the stream afterwards, since a process can end when its output is closed, and blocks
 * when it is full.
 */
export async function waitForOutput<Found>(
  child: ChildProcess,
  stream: Readable,
  find: (output: string) => Found | null,
): Promise<Found | null> {
  const timer = setTimeout(() => child.kill(), WAIT_LIMIT_MS);
  let output = '';
  try {
    for await (const piece of stream.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
      output += piece;
      const found = find(output);
      if (found !== null) return found;
    }
    return null;
  } finally {
    clearTimeout(timer);
    stream.resume();
  }
}
