import { spawn } from 'node:child_process';

/** Runs a command of this project with its output passed through; resolves to its exit code. */
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

/** As `run`, and throws where the command fails. */
export async function mustRun(command: string, args: string[] = [], env: Record<string, string> = {}): Promise<void> {
  if ((await run(command, args, env)) !== 0) throw new Error(`${command} ${args.join(' ')} failed.`);
}
