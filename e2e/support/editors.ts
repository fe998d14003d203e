import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { build } from 'vite';
import { LONG_WAIT_LIMIT_MS } from '../../scripts/limits.ts';

const FOLDER = path.resolve('e2e/editors');
const BUILT = path.resolve('out/editors');
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** Serves the page of `e2e/editors` on loopback; its editors are installed and bundled the first time. Gives why it cannot. */
export async function serveEditors(): Promise<{ origin: string; close(): void } | { missing: string }> {
  try {
    install();
  } catch (error) {
    return { missing: `the editors could not be installed (${String(error).split('\n')[0]})` };
  }
  await bundle();
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://page.invalid');
    const file = path.join(BUILT, pathname === '/' ? 'index.html' : path.normalize(pathname));
    const isThere = existsSync(file) && statSync(file).isFile();
    response.writeHead(isThere ? 200 : 404, {
      'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
    });
    response.end(isThere ? readFileSync(file) : '');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function install(): void {
  if (existsSync(path.join(FOLDER, 'node_modules/.package-lock.json'))) return;
  const options = ['ci', '--ignore-scripts', '--prefix', FOLDER];
  execFileSync('npm', options, { stdio: 'ignore', timeout: LONG_WAIT_LIMIT_MS, shell: process.platform === 'win32' });
}

async function bundle(): Promise<void> {
  const sources = ['main.js', 'index.html', 'package-lock.json'].map((name) => path.join(FOLDER, name));
  const built = path.join(BUILT, 'index.html');
  if (existsSync(built) && sources.every((source) => statSync(source).mtimeMs < statSync(built).mtimeMs)) return;
  await build({
    root: FOLDER,
    configFile: false,
    logLevel: 'error',
    build: { outDir: BUILT, emptyOutDir: true, minify: false, target: 'es2023', modulePreload: false },
  });
}
