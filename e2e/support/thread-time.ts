import type { Browser, Page } from 'puppeteer-core';
import type { BrowserName } from '../../scripts/browsers.ts';
import { evaluateInFirefox } from '../../scripts/firefox-chrome.ts';

/** A clock of the CPU time used by the main thread of a page's process, in milliseconds. */
export async function startThreadClock(
  name: BrowserName,
  browser: Browser,
  page: Page,
): Promise<() => Promise<number>> {
  if (name === 'firefox') {
    const time = `ChromeUtils.requestProcInfo().then(({ children }) => {
      const isOwn = ({ documentURI }) => documentURI?.spec === '${page.url()}';
      const { pid, threads } = children.find(({ windows }) => windows.some(isOwn));
      return threads.find(({ tid }) => tid === pid).cpuTime / 1e6;
    })`;
    return async () => Number(await evaluateInFirefox(browser, time));
  }
  const session = await page.createCDPSession();
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? Number.NaN);
  };
}
