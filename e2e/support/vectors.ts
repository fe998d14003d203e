import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { type ServedPage, servePage } from '../../scripts/serve-article.ts';
import { type HostileAnswer, hostileAnswers } from './hostile-answers.ts';

/** Recorded hostile texts of other projects. Optional, beside the checkout, and only used in `npm run test:full`. */
const SECURITY = path.resolve('../shared/security');

export const HAS_RECORDED = existsSync(SECURITY);

/** Hostile answers by kind of content. `documents` are long. */
export type Vectors = { channels: string[]; scripts: string[]; documents: string[] };

/** The vectors in this repository. */
export function ownVectors(): Vectors {
  const answers = hostileAnswers();
  const selectTexts = (...kinds: HostileAnswer['kind'][]) =>
    answers.filter(({ kind }) => kinds.includes(kind)).map(({ text }) => text);
  return { channels: selectTexts('request', 'block'), scripts: selectTexts('script'), documents: [] };
}

/** The vectors beside the checkout. */
export function recordedVectors(): Vectors {
  const json = (file: string): Record<string, string>[] => JSON.parse(readFileSync(path.join(SECURITY, file), 'utf8'));
  const folder = path.join(SECURITY, 'markdown-vectors');
  const documents = readdirSync(folder).filter((file) => file.endsWith('.md'));
  return {
    channels: json('exfil-channels.json').map(({ md = '' }) => md),
    documents: documents.map((file) => readFileSync(path.join(folder, file), 'utf8')),
    scripts: [
      ...json('xss-dompurify.json').map(({ payload = '' }) => payload),
      ...json('xss-h5sc.json').map(({ data = '' }) => data),
    ],
  };
}

/** Serves the extension's Markdown renderer, and an unsafe one, in a page without a policy. */
export async function serveRenderers(): Promise<ServedPage> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: { entry: path.resolve('e2e/support/vectors/main.tsx'), formats: ['iife'], name: 'vectors' },
    },
    // Not the mode of the tests, whose JSX needs React's development build.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const outputs = [result].flat().flatMap((each) => ('output' in each ? each.output : []));
  const script = outputs.find((output) => output.type === 'chunk')?.code ?? '';
  const inline = script.replaceAll('</script', '<\\/script');
  return servePage(`<!doctype html><link rel="icon" href="data:,"><div id="root"></div><script>${inline}</script>`);
}
