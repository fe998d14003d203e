// npm run e2e [-- vitest arguments]: builds what the end-to-end tests run, and runs them.
import { buildForTests } from './build-for-tests.ts';
import { mustRun, run } from './run.ts';

await buildForTests();
await mustRun('wxt', ['build', '-b', 'firefox']);
process.exitCode = await run('vitest', ['run', '--project', 'e2e', ...process.argv.slice(2)]);
