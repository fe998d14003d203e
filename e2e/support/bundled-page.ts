import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { serveFolder } from '../../scripts/folder-server.ts';
import { LONG_WAIT_LIMIT_MS } from '../../scripts/limits.ts';

/**
 * Serves the page of a folder of `e2e`, such as `editors`, on loopback. Installs and bundles what it uses the first
 * time. Returns the reason if that is not possible.
 */
export async function serveBundled(name: string): Promise<{ origin: string; close(): void } | { missing: string }> {
  const folder = path.resolve('e2e', name);
  const built = path.resolve('out', name);
  try {
    install(folder);
  } catch (error) {
    return { missing: `the ${name} could not be installed (${String(error).split('\n')[0]})` };
  }
  await bundle(folder, built);
  return serveFolder(built);
}

function install(folder: string): void {
  if (existsSync(path.join(folder, 'node_modules/.package-lock.json'))) return;
  // Vite's build sets NODE_ENV to production, which would leave out what is a development dependency.
  const options = ['ci', '--include=dev', '--ignore-scripts', '--prefix', folder];
  execFileSync('npm', options, { stdio: 'ignore', timeout: LONG_WAIT_LIMIT_MS, shell: process.platform === 'win32' });
}

async function bundle(folder: string, outDir: string): Promise<void> {
  const sources = readdirSync(folder)
    .filter((name) => name !== 'node_modules')
    .map((name) => path.join(folder, name));
  const built = path.join(outDir, 'index.html');
  if (existsSync(built) && sources.every((source) => statSync(source).mtimeMs < statSync(built).mtimeMs)) return;
  const config = path.join(folder, 'vite.config.js');
  await build({
    root: folder,
    configFile: existsSync(config) ? config : false,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, minify: false, target: 'es2023', modulePreload: false },
  });
}
