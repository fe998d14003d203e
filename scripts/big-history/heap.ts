import type { Page } from 'puppeteer-core';
import { evaluateInFirefox } from '../firefox-chrome.ts';
import type { Launched } from '../launch.ts';

/** The memory of a page after garbage collection. In Firefox, that of the extension's process. */
export async function measureHeap({ name, browser }: Launched, page: Page): Promise<string> {
  if (name === 'firefox') return megabytes(Number(await evaluateInFirefox(browser, EXTENSION_PROCESS)));
  const session = await page.createCDPSession();
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return megabytes(usedSize);
}

const EXTENSION_PROCESS = `ChromeUtils.requestProcInfo().then(({ children }) =>
  children.filter((each) => each.type === 'extension').reduce((sum, each) => sum + each.memory, 0))`;

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}
