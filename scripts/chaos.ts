// npm run chaos -- [--kills N] [--seed N] [--browser chromium|firefox]: kills the worker of the built extension N
// times. Fails if there was no worker to kill at any time.
import { parseArgs } from 'node:util';
import { runChaos } from '../e2e/support/chaos.ts';
import { type BrowserName, requireBrowser } from './browsers.ts';
import { buildForTests } from './build-for-tests.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    browser: { type: 'string', default: 'chromium' },
  },
});
const browser: BrowserName = values.browser === 'firefox' ? 'firefox' : 'chromium';
requireBrowser(browser);
await buildForTests();
const wanted = Number(values.kills);
const { kills, finished, lost, twice, stuck, textMs } = await runChaos({
  browser,
  kills: wanted,
  seed: Number(values.seed),
  log: (line) => console.log(line),
});
console.log(`kills ${kills}, finished ${finished}, lost ${lost}, twice ${twice}, stuck ${stuck}, text-ms ${textMs}`);
process.exitCode = kills === wanted && finished === wanted && lost + twice + stuck === 0 && textMs <= 250 ? 0 : 1;
