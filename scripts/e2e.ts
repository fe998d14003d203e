// npm run e2e [-- vitest arguments]: builds what the end-to-end tests run, and runs them.
import { mustRun, run } from './run.ts';

// Any mode but production would otherwise bring React's development build along.
await mustRun('wxt', ['build', '--mode', 'e2e'], { NODE_ENV: 'production' });
await mustRun('wxt', ['build', '-b', 'firefox']);
process.exitCode = await run('vitest', ['run', '--project', 'e2e', ...process.argv.slice(2)]);
