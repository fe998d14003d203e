import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { waitForOutput } from '../../e2e/support/wait-for-output.ts';
import type { ModelInterface } from '../../lib/contracts/endpoint.ts';
import { LONG_WAIT_LIMIT_MS } from '../limits.ts';
import type { StartedServer } from './started-server.ts';

/** A server for client tests that calls the offered tools by itself. Not a dependency of the project. */
const PACKAGE = 'llmock';
const VERSION = '0.2.2';
const SITE = path.resolve('out/llmock', VERSION);

/** Its interfaces, each with its address and one of the listed models. */
const PLACES: readonly { modelInterface: ModelInterface; base: string; modelId: string }[] = [
  { modelInterface: 'chat-completions', base: '/v1', modelId: 'gpt-4o' },
  { modelInterface: 'openai-responses', base: '/v1', modelId: 'gpt-4o' },
  { modelInterface: 'anthropic-messages', base: '/anthropic/v1', modelId: 'claude-opus-4-6' },
  { modelInterface: 'gemini', base: '/gemini/v1beta', modelId: 'gemini-2.5-pro' },
];

/** Starts it once, over each of its interfaces. Installs it on first use. */
export async function* startLlmock(): AsyncGenerator<StartedServer> {
  const name = `${PACKAGE} ${VERSION}`;
  try {
    install();
  } catch (error) {
    yield { name, missing: `it could not be installed (${String(error).split('\n')[0]})` };
    return;
  }
  const child = spawn('python3', ['-c', 'from llmock.cli import app; app()', 'serve', '--port', '0'], {
    env: { ...process.env, PYTHONPATH: SITE },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const url = await waitForOutput(child, child.stderr, (log) => /running on (http:\/\/[\d.:]+)/.exec(log)?.[1] ?? null);
  if (url === null) {
    yield { name, missing: 'it did not start' };
    return;
  }
  try {
    for (const { modelInterface, base, modelId } of PLACES) {
      const address = { url: url + base, modelId, interface: modelInterface, apiKey: 'test' };
      yield { name: `${name}, ${modelInterface}`, address };
    }
  } finally {
    child.kill();
  }
}

function install(): void {
  if (existsSync(path.join(SITE, PACKAGE))) return;
  mkdirSync(SITE, { recursive: true });
  const flags = ['--quiet', '--disable-pip-version-check', '--only-binary', ':all:', '--target', SITE];
  execFileSync('python3', ['-m', 'pip', 'install', ...flags, `${PACKAGE}==${VERSION}`], {
    timeout: LONG_WAIT_LIMIT_MS,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}
