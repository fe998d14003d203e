import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ElementHandle, Page } from 'puppeteer-core';
import { temporaryFolder } from './at-process-end.ts';

/** Kept until this process ends, since browsers read a file only when the page does. */
const FOLDER = temporaryFolder('sidenote-files-');

/** Chooses files in the file field for `selector`: new files with this content, or the files at these paths. */
export async function chooseFiles(
  page: Page,
  selector: string,
  ...files: (string | { name: string; content: string | Uint8Array })[]
): Promise<void> {
  const paths = files.map((file) => (typeof file === 'string' ? file : writeNew(file.name, file.content)));
  const field = await page.waitForSelector(selector);
  await (field as ElementHandle<HTMLInputElement>).uploadFile(...paths);
}

function writeNew(name: string, content: string | Uint8Array): string {
  const file = path.join(mkdtempSync(path.join(FOLDER, 'chosen-')), name);
  writeFileSync(file, content);
  return file;
}
