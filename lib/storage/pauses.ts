import { yieldToTasks } from '../control-flow/index.ts';

/** Work that takes 50 ms or more is a long task (Long Tasks API). This leaves room for other work on the page. */
const SLICE_MS = 12;

/** Returns a function that lets the page respond after each slice of work. */
export function createPauser(): () => Promise<void> {
  let end = performance.now() + SLICE_MS;
  return async () => {
    if (performance.now() < end) return;
    await yieldToTasks();
    end = performance.now() + SLICE_MS;
  };
}
