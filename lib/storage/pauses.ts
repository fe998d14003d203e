import { yieldToTasks } from '../control-flow/index.ts';

/** Work on a page is a long task from 50 ms on (Long Tasks API); this leaves room for what else the page does. */
const SLICE_MS = 12;

/** Returns a function that lets the page respond after each slice of work. */
export function pauses(): () => Promise<void> {
  let end = performance.now() + SLICE_MS;
  return async () => {
    if (performance.now() < end) return;
    await yieldToTasks();
    end = performance.now() + SLICE_MS;
  };
}
