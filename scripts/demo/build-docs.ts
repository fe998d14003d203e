import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { mustRun } from '../run.ts';

const REPOSITORY = path.resolve(import.meta.dirname, '../..');
const GENERATOR = path.join(REPOSITORY, 'scripts/docs-site');
/** The generator works on copies beside its own packages, since it looks for packages above the documents. */
const WORK = path.join(REPOSITORY, 'out/docs-site');

type DocsOptions = {
  outDir: string;
  /** `OWNER/NAME`, for links to files outside `docs` and to the source. */
  repository?: string | undefined;
  /** The path at which a web host serves `outDir`. */
  base: string;
};

/**
 * Builds the documents in `docs` as a site with search, in the folder `docs` of `outDir`. Installs the generator the
 * first time.
 */
export async function buildDocs({ outDir, repository = '', base }: DocsOptions): Promise<void> {
  mkdirSync(WORK, { recursive: true });
  for (const name of ['package.json', 'package-lock.json', '.vitepress'])
    cpSync(path.join(GENERATOR, name), path.join(WORK, name), { recursive: true });
  rmSync(path.join(WORK, 'docs'), { recursive: true, force: true });
  cpSync(path.join(REPOSITORY, 'docs'), path.join(WORK, 'docs'), { recursive: true });
  if (!existsSync(path.join(WORK, 'node_modules/.package-lock.json')))
    // Vite's `build` sets NODE_ENV, which would make npm omit it.
    await mustRun('npm', ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', WORK]);
  await mustRun('node', [path.join(WORK, 'node_modules/vitepress/bin/vitepress.js'), 'build', WORK], {
    DOCS_REPOSITORY: repository,
    DOCS_BASE: `${base}docs/`,
  });
  const site = path.join(REPOSITORY, outDir, 'docs');
  cpSync(path.join(WORK, 'site'), site, { recursive: true });
  writeFileSync(
    path.join(site, 'index.html'),
    '<!doctype html><meta charset="utf-8"><title>Sidenote</title><meta http-equiv="refresh" content="0; url=features.html">\n',
  );
}
