import { browser } from 'wxt/browser';

/** An update waits this long for the runs that are under way, in milliseconds. */
const MAX_WAIT_MS = 10 * 60_000;

/**
 * Puts an update of the extension off until nothing runs, ten minutes at most, then calls `beforeReload` and reloads. A run
 * that is still under way then is taken up by the new version: all it needs is in the log.
 */
export function updateWhenIdle(idle: () => Promise<void>, beforeReload: () => Promise<void>): void {
  browser.runtime.onUpdateAvailable.addListener(() => {
    const enough = new Promise<void>((resolve) => setTimeout(resolve, MAX_WAIT_MS));
    void Promise.race([idle(), enough])
      .then(beforeReload)
      .finally(() => browser.runtime.reload());
  });
}
