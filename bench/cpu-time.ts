import type { CDPSession, Page } from 'puppeteer-core';

/** CPU time of a page's main thread, which is independent of other load. Chromium only. */
export class CpuTime {
  readonly #session: CDPSession;

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async of(page: Page): Promise<CpuTime> {
    const session = await page.createCDPSession();
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    return new CpuTime(session);
  }

  /** Milliseconds for which the page was busy during `work`, and the result of `work`. */
  async during<Value>(work: () => Promise<Value>): Promise<{ ms: number; value: Value }> {
    const start = await this.#busy();
    const value = await work();
    return { ms: ((await this.#busy()) - start) * 1000, value };
  }

  async #busy(): Promise<number> {
    const { metrics } = await this.#session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  }
}

/** Waits until a page has loaded and is laid out, so that this work is not measured. */
export async function settled(page: Page): Promise<void> {
  const isLoaded = () => document.readyState === 'complete';
  await page.waitForFunction(isLoaded, { timeout: 5000, polling: 50 }).catch(() => undefined);
  await page.evaluate(() => {
    document.documentElement.getBoundingClientRect();
    return new Promise((resolve) => setTimeout(resolve, 50));
  });
}
