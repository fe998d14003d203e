import type { Page } from 'puppeteer-core';

type Kept = { downloaded: { blob: Blob; name: string } | null };

/** Captures what a page would have saved. Runs in the page. */
export function keepDownloads(): void {
  const kept = globalThis as unknown as Kept;
  const blobs = new Map<string, Blob>();
  const createUrl = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (blob: Blob) => {
    const url = createUrl(blob);
    blobs.set(url, blob);
    return url;
  };
  HTMLAnchorElement.prototype.click = function () {
    const blob = blobs.get(this.href);
    if (blob) kept.downloaded = { blob, name: this.download };
  };
}

/** Waits for the file that a page has saved since `keepDownloads` or the last call. */
export async function takeDownload(page: Page): Promise<{ name: string; bytes: Uint8Array }> {
  await page.waitForFunction(() => Boolean((globalThis as unknown as Kept).downloaded));
  const { name, bytes } = await page.evaluate(async () => {
    const kept = globalThis as unknown as Kept;
    const { blob, name } = kept.downloaded as { blob: Blob; name: string };
    kept.downloaded = null;
    return { name, bytes: [...new Uint8Array(await blob.arrayBuffer())] };
  });
  return { name, bytes: Uint8Array.from(bytes) };
}

/** Like `takeDownload`, for a text file. */
export async function takeTextDownload(page: Page): Promise<{ name: string; text: string }> {
  const { name, bytes } = await takeDownload(page);
  return { name, text: new TextDecoder().decode(bytes) };
}
