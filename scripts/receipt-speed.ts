// npm run receipt-speed -- [chromium|firefox] [requests]: measures how long it takes to record a request before it may
// be sent, with pages of 10,000 and 100,000 characters. The goal is a median of 1 ms. Runs the extension's code in a
// page on loopback.
import path from 'node:path';
import { build } from 'vite';
import { setStage } from '../e2e/support/stage.ts';
import type { BrowserName } from './browsers.ts';
import { buildForTests } from './build-for-tests.ts';
import { servePage } from './serve-article.ts';

const [browser = 'chromium', requests = '300'] = process.argv.slice(2);

async function bundle(): Promise<string> {
  const entry = path.join(import.meta.dirname, 'receipt-speed', 'page.ts');
  const options = { write: false, lib: { entry, formats: ['iife' as const], name: 'unused' } };
  const [output] = [await build({ configFile: false, logLevel: 'silent', build: options })].flat();
  const chunk = output && 'output' in output ? output.output[0] : null;
  if (chunk?.type !== 'chunk') throw new Error('The code could not be bundled.');
  return chunk.code;
}

const code = await bundle();
await buildForTests();
const served = await servePage(`<!doctype html><script>${code.replaceAll('</script', '<\\/script')}</script>`);
const stage = await setStage(browser as BrowserName);
try {
  const { page } = await stage.openPage(served.url);
  for (const size of [10_000, 100_000]) {
    const times = await page.evaluate(
      (count, characters) =>
        (globalThis as unknown as { measure: (n: number, size: number) => Promise<number[]> }).measure(
          count,
          characters,
        ),
      Number(requests),
      size,
    );
    times.sort((one, other) => one - other);
    const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(2);
    console.log(`${browser}, page of ${size} characters: median ${at(0.5)} ms, 95th percentile ${at(0.95)} ms`);
  }
} finally {
  await stage.close();
  await served.close();
}
