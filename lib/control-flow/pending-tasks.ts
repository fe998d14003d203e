/**
 * Resolves after the page or worker has handled the pending tasks. Uses messages, since timers are delayed by a second
 * in hidden pages.
 */
export function yieldToTasks(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
