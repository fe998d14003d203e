import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ElementHandle, Page } from 'puppeteer-core';

/** Chooses a file with this content in the file field for `selector`. */
export async function chooseFile(
  page: Page,
  selector: string,
  name: string,
  content: string | Uint8Array,
): Promise<void> {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'sidenote-file-')), name);
  writeFileSync(file, content);
  const field = await page.waitForSelector(selector);
  await (field as ElementHandle<HTMLInputElement>).uploadFile(file);
}
