import { afterEach } from 'vitest';

/** Call it in a `describe` whose tests share something: after a failed test, `renew` makes it as new for the next one. */
export function renewAfterFailure(renew: () => Promise<void>): void {
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await renew();
  });
}
