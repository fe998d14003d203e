import { afterEach } from 'vitest';

/** For a `describe` whose tests share state: after a failed test, `renew` restores it for the next one. */
export function renewAfterFailure(renew: () => Promise<void>): void {
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await renew();
  });
}
