import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { type RolldownOutput, rolldown } from 'rolldown';
import { mustRun } from '../run.ts';

const ENGINE_FOLDER = path.resolve('out/engine');

/** The modules that programs import. */
const ENTRIES = { index: 'lib/engine/index.ts', 'ai-sdk': 'lib/ai-sdk/index.ts' };

/** Everything else is part of the bundle. */
const DEPENDENCIES = ['eventsource-parser', 'jsonrepair', 'openai', 'zod'] as const;

/** Only its types are used, by programs that have it. */
const PEER = '@ai-sdk/provider';

/** The package's version, which is independent of the extension's. */
const VERSION = '0.1.0';

type OwnPackage = {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  license: string;
};

/**
 * Builds the package in a folder, which is emptied first. `gzipKb`: what its main module loads, in units of 1,000
 * bytes.
 */
export async function buildEnginePackage(folder = ENGINE_FOLDER): Promise<{ folder: string; gzipKb: number }> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const external = DEPENDENCIES.map((name) => new RegExp(`^${name}($|/)`));
  const code = await rolldown({ input: ENTRIES, external, platform: 'neutral' });
  const { output } = await code.write({
    dir: folder,
    format: 'esm',
    minify: true,
    sourcemap: true,
    chunkFileNames: '[name].js',
  });
  await emitTypes(path.join(folder, 'types'));
  // Placed beside its code, where programs with an older module resolution look for the types.
  writeFileSync(path.join(folder, 'ai-sdk.d.ts'), "export * from './types/lib/ai-sdk/index.js';\n");
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(packageManifest(), null, 2)}\n`);
  copyFileSync('LICENSE', path.join(folder, 'LICENSE'));
  copyFileSync('docs/engine.md', path.join(folder, 'README.md'));
  cpSync('suite', path.join(folder, 'suite'), { recursive: true });
  const loaded = modulesLoadedBy('index.js', output).map(
    (name) => gzipSync(readFileSync(path.join(folder, name))).length,
  );
  return { folder, gzipKb: loaded.reduce((sum, bytes) => sum + bytes, 0) / 1000 };
}

/** The files that importing one loads, without those that it loads on demand. */
function modulesLoadedBy(entry: string, output: RolldownOutput['output']): string[] {
  const names = new Set([entry]);
  for (const name of names) {
    const file = output.find(({ fileName }) => fileName === name);
    if (file?.type !== 'chunk') continue;
    // The packages on which it depends are not files of this one.
    for (const imported of file.imports) if (output.some(({ fileName }) => fileName === imported)) names.add(imported);
  }
  return [...names];
}

/**
 * Packs the package that was built in `from` into `folder`, like npm when publishing. Returns the path of the archive.
 */
export function packEngine(from: string, folder: string): string {
  const packed = execFileSync('npm', ['pack', from, '--json', '--pack-destination', folder], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
    stdio: 'pipe',
  });
  return path.join(folder, (JSON.parse(packed) as { filename: string }[])[0]?.filename ?? '');
}

/** The declarations of all modules reachable from the engine's entry points, in the folders of this repository. */
async function emitTypes(folder: string): Promise<void> {
  await mustRun('tsc', ['-p', 'scripts/engine', '--outDir', folder]);
  for (const file of globSync(`${folder}/**/*.d.ts`)) {
    const text = readFileSync(file, 'utf8');
    // Message keys are plain strings for programs that use the engine.
    const plain = text.replace(
      /^import type (\w+) from '.*messages\.json';$/m,
      'declare const $1: Record<string, { message: string }>;',
    );
    writeFileSync(file, plain.replace(/(from '|import\(['"])(\.[^'"]*)\.ts(?=['"])/g, '$1$2.js'));
  }
}

function packageManifest() {
  const { dependencies, devDependencies, license } = JSON.parse(readFileSync('package.json', 'utf8')) as OwnPackage;
  return {
    name: 'sidenote-engine',
    version: VERSION,
    description:
      'Runs conversations with tools against any model server: fallbacks, repairs, approvals, and a log to resume from.',
    license,
    type: 'module',
    sideEffects: false,
    main: './index.js',
    types: './types/lib/engine/index.d.ts',
    exports: {
      '.': { types: './types/lib/engine/index.d.ts', default: './index.js' },
      './ai-sdk': { types: './ai-sdk.d.ts', default: './ai-sdk.js' },
    },
    files: ['*.js', '*.js.map', '*.d.ts', 'types', 'suite'],
    engines: { node: '>=22' },
    // Compatible versions: a program that uses zod must share it with the engine.
    dependencies: Object.fromEntries(DEPENDENCIES.map((name) => [name, `^${dependencies[name]}`])),
    peerDependencies: { [PEER]: `^${devDependencies[PEER]}` },
    peerDependenciesMeta: { [PEER]: { optional: true } },
  };
}
