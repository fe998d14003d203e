import { browser } from 'wxt/browser';

/** Maximum time an update waits for running answers, in milliseconds. */
const MAX_WAIT_MS = 10 * 60_000;

/**
 * Delays an update of the extension until nothing runs, ten minutes at most, then calls `beforeReload` and reloads. A run still
 * in progress is resumed by the new version from the log.
 */
export function updateWhenIdle(idle: () => Promise<void>, beforeReload: () => Promise<void>): void {
  browser.runtime.onUpdateAvailable.addListener(() => {
    const enough = new Promise<void>((resolve) => setTimeout(resolve, MAX_WAIT_MS));
    void Promise.race([idle(), enough])
      .then(beforeReload)
      .finally(() => browser.runtime.reload());
  });
}
