import { afterEach } from 'vitest';
import { reportFailure } from './failure-report.ts';

/** For a `describe` whose tests share state: after a failed test, `renew` restores the state for the next one. */
export function renewAfterFailure(renew: () => Promise<void>): void {
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    // Called before the pages that show the failure are closed.
    await reportFailure(task);
    await renew();
  });
}
