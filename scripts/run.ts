import { spawn } from 'node:child_process';

/** Runs a command of this project and passes its output through. Resolves to its exit code. */
export function run(command: string, args: string[] = [], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(command, args, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  });
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(1);
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** Like `run`, but throws if the command fails. */
export async function mustRun(command: string, args: string[] = [], env: Record<string, string> = {}): Promise<void> {
  if ((await run(command, args, env)) !== 0) throw new Error(`${command} ${args.join(' ')} failed.`);
}

/** Like `run`, but captures the output. With `isShown`, it is also passed through, with its colors. */
export function runCaptured(
  command: string,
  args: string[],
  env: Record<string, string>,
  isShown: boolean,
): Promise<{ code: number; output: string }> {
  const colours = isShown && process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...colours, ...env },
    shell: process.platform === 'win32',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (isShown) process.stdout.write(text);
    });
  }
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, output: `${command}: ${error.message}` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
