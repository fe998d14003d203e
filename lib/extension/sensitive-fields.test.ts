import '../testing/fake-browser.ts';
import { expect, test } from 'vitest';
import { browser } from 'wxt/browser';
import { createPageAccess } from './page-access.ts';
import type { PdfReader } from './pdf-reader.ts';

type Injection = { target: { allFrames?: boolean }; files?: string[]; func?: () => unknown };

/** A tab whose frames report these fields. A frame with '' does not answer. */
function tabWith(...frames: string[]): Promise<boolean> {
  const executeScript = async ({ target, files, func }: Injection) => {
    if (func) return [{ frameId: 0, result: true }];
    expect([files, target.allFrames]).toEqual([['/page-sensitive-fields.js'], true]);
    return frames.map((result, frameId) => ({ frameId, ...(result === '' ? {} : { result }) }));
  };
  Object.assign(browser, { scripting: { executeScript } });
  return createPageAccess({} as PdfReader, async () => undefined).hasSensitiveField(1, AbortSignal.timeout(20_000));
}

test('a password or payment field is looked for in all frames', async () => {
  expect(await tabWith('none', 'none')).toBe(false);
  expect(await tabWith('none', 'hidden', 'shown')).toBe(true);
  expect(await tabWith('none', '', 'shown')).toBe(true);
});

test('one that is not shown is not asked about', async () => {
  expect(await tabWith('none', 'hidden')).toBe(false);
});

test('a page that does not answer is an error', async () => {
  await expect(tabWith('')).rejects.toThrow();
});
