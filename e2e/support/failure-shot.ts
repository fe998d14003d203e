import type { TestContext } from 'vitest';
import type { BrowserName } from '../../scripts/browsers.ts';
import type { Panel } from './panel.ts';

/** Takes a screenshot of the panel if the test has failed. For `afterEach`. */
export async function shootFailure(
  { task }: Pick<TestContext, 'task'>,
  name: BrowserName,
  panel: Panel | undefined,
): Promise<void> {
  if (task.result?.state === 'fail') await panel?.shot(`${name}-failed-${task.name.slice(0, 40)}`);
}
