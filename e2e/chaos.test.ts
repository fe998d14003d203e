import { describe, expect, test } from 'vitest';
import { BROWSERS } from './support/browsers.ts';
import { runChaos } from './support/chaos.ts';
import { IS_FULL } from './support/scale.ts';

/** Each phase of a run is killed in turn, once or five times. */
const KILLS = IS_FULL ? 30 : 6;

describe.each(BROWSERS)('the worker killed %s', (browser) => {
  test(`${KILLS} times in ${browser}: every run finishes, nothing is lost, no effect is repeated`, async () => {
    const result = await runChaos({ browser, kills: KILLS, seed: 7, log: () => undefined });
    console.log(`${browser}: ${JSON.stringify(result)}`);
    // How soon a run continues is measured by `npm run chaos`, on an otherwise idle machine.
    expect(result).toMatchObject({ kills: KILLS, finished: KILLS, lost: 0, twice: 0 });
  });
});
