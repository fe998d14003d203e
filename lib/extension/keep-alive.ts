import { browser } from 'wxt/browser';

/** Browsers stop an idle worker after 30 s. A streaming fetch counts as idle; an extension API call does not. */
const EVERY_MS = 20_000;

const ALARM = 'runs-under-way';

export type KeepAlive = {
  /** Keeps the worker alive until the returned function is called. */
  hold(): () => void;
  /** Resolves when there is no active hold. */
  idle(): Promise<void>;
};

/**
 * Keeps the worker alive while at least one hold is active. If the browser stops the worker anyway, an alarm (one
 * minute is the shortest that every browser supports) starts the next worker, which calls `onOrphans`. `onOrphans`
 * resumes interrupted work and takes a hold for it.
 */
export function createKeepAlive(onOrphans: () => Promise<void>): KeepAlive {
  const holds = new Set<symbol>();
  let timer: ReturnType<typeof setInterval> | undefined;
  const waiting = new Set<() => void>();
  const endUnlessHeld = () => {
    if (holds.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    void browser.alarms.clear(ALARM);
    for (const resolve of waiting) resolve();
    waiting.clear();
  };
  browser.alarms.onAlarm.addListener((alarm) => {
    // If nothing is resumed, the alarm of an earlier worker would repeat forever.
    if (alarm.name === ALARM) void onOrphans().then(endUnlessHeld);
  });
  return {
    hold() {
      const hold = Symbol('hold');
      holds.add(hold);
      if (timer === undefined) {
        timer = setInterval(() => void browser.runtime.getPlatformInfo(), EVERY_MS);
        void browser.alarms.create(ALARM, { periodInMinutes: 1 });
      }
      return () => {
        holds.delete(hold);
        endUnlessHeld();
      };
    },
    idle: () => (holds.size === 0 ? Promise.resolve() : new Promise<void>((resolve) => void waiting.add(resolve))),
  };
}

/** Maximum time an update waits for running answers, in milliseconds. */
const MAX_WAIT_MS = 10 * 60_000;

/**
 * Delays an update of the extension until nothing runs, at most ten minutes, then calls `beforeReload` and reloads. The
 * new version resumes a run that is still in progress from the log.
 */
export function updateWhenIdle(idle: () => Promise<void>, beforeReload: () => Promise<void>): void {
  browser.runtime.onUpdateAvailable.addListener(() => {
    const enough = new Promise<void>((resolve) => setTimeout(resolve, MAX_WAIT_MS));
    void Promise.race([idle(), enough])
      .then(beforeReload)
      .finally(() => browser.runtime.reload());
  });
}
