import { browser } from 'wxt/browser';
import type { SensitiveFields } from '../page-reader/capture/index.ts';
import { injectAll } from './inject.ts';

/**
 * Whether a tab has a field for a password, a code or payment data, in any frame that can be read. Throws PageError if
 * the top document cannot be read. Call it once the page has loaded enough to count.
 */
export async function detectSensitiveFields(tabId: number): Promise<SensitiveFields> {
  const frames = await injectAll<SensitiveFields>(tabId, () =>
    browser.scripting.executeScript({
      target: { tabId, allFrames: true },
      files: ['/page-sensitive-fields.js'],
      injectImmediately: true,
    }),
  );
  const frameResults = new Set(frames.map(({ result }) => result));
  return frameResults.has('shown') ? 'shown' : frameResults.has('hidden') ? 'hidden' : 'none';
}
