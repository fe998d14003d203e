export { sleep, unlessAborted } from './abortable-wait.ts';
export { memoize } from './memoize.ts';
export { yieldToTasks } from './pending-tasks.ts';
export { readAtMost } from './read-at-most.ts';
export { createTurns, type Turns } from './turns.ts';
export { withReports } from './with-reports.ts';
