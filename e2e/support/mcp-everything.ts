import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { LONG_WAIT_LIMIT_MS } from '../../scripts/limits.ts';
import { waitUntil } from '../../scripts/wait-until.ts';

/** The protocol's own server, which has something of everything. Not a dependency of the project. */
const PACKAGE = '@modelcontextprotocol/server-everything';
const VERSION = '2026.8.31';

/** The folder in which it is installed, ignored by git. */
const FOLDER = path.resolve('out/mcp-everything');

/** Starts the server on loopback, and installs it the first time. Returns the reason if that is not possible. */
export async function startEverything(): Promise<{ address: string; close(): void } | { missing: string }> {
  try {
    install();
  } catch (error) {
    return { missing: `${PACKAGE} could not be installed (${String(error).split('\n')[0]})` };
  }
  const port = await freePort();
  const main = path.join(FOLDER, 'node_modules', PACKAGE, 'dist/index.js');
  const child = spawn('node', [main, 'streamableHttp'], {
    env: { ...process.env, PORT: String(port) },
    stdio: 'ignore',
  });
  const address = `http://127.0.0.1:${port}/mcp`;
  // As soon as it listens, it answers an invalid request with an error.
  const isUp = () =>
    fetch(address).then(
      () => true,
      () => false,
    );
  try {
    await waitUntil(isUp, `${PACKAGE} did not start`);
  } catch (error) {
    child.kill();
    return { missing: String(error) };
  }
  return { address, close: () => child.kill() };
}

function install(): void {
  if (existsSync(path.join(FOLDER, 'node_modules', PACKAGE))) return;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(path.join(FOLDER, 'package.json'), '{"private":true}');
  const options = ['install', '--ignore-scripts', '--prefix', FOLDER, `${PACKAGE}@${VERSION}`];
  execFileSync('npm', options, { stdio: 'ignore', timeout: LONG_WAIT_LIMIT_MS, shell: process.platform === 'win32' });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
