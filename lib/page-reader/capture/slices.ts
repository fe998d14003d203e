/** What the page's own work waits for at most, ms: tasks over 50 ms are felt (Web Vitals, "long tasks"). */
export const sliceLength = 20;

type Scheduler = { scheduler?: { yield?: () => Promise<void> } };

/** Lets the page handle what has come in meanwhile. Timers would not do: background tabs delay them by a second. */
export function otherWork(): Promise<void> {
  const { scheduler } = globalThis as Scheduler;
  if (scheduler?.yield) return scheduler.yield();
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
