import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserName } from '../../scripts/browsers.ts';

/**
 * How each browser's log names a host that is looked up: Firefox's resolver log, and events of Chromium's network log.
 */
const LOOK_UPS: Record<BrowserName, RegExp> = {
  firefox: /Resolving host \[([^\]\s]+)\]/g,
  chromium: /"host":"(?:[a-z]+:\/\/)?([a-z\d.-]+)(?::\d+)?"/g,
};

/** The hosts that a browser requested from its resolver, according to the logs in this folder (`lookUpLog`). */
export function hostsLookedUp(name: BrowserName, folder: string): string[] {
  const logs = readdirSync(folder).filter((file) => file.startsWith('log'));
  const texts = logs.map((file) => readFileSync(path.join(folder, file), 'utf8'));
  return [...new Set(texts.flatMap((text) => [...text.matchAll(LOOK_UPS[name])].map(([, host = '']) => host)))];
}
