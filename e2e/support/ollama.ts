import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { tinyGguf } from '../../lib/testing/model-api/tiny-gguf.ts';
import { waitForOutput } from './wait-for-output.ts';

/** The executable: the one on the path, or the one named by the variable. Not installed by the project. */
const EXECUTABLE = process.env.OLLAMA ?? 'ollama';

/** Its models and keys, ignored by git. Each worker process has its own folder, since each removes models. */
const FOLDER = path.resolve(`out/ollama/${process.pid}`);

/** What the model writes. Each letter occurs only once. */
export const OLLAMA_ANSWER = 'Tiny model.';
export const OLLAMA_MODEL = 'tiny:latest';

/** A running server. `loaded`: the models it has in memory. Ends with `close`. */
export type OllamaServer = {
  url: string;
  /** Adds the model that always writes `OLLAMA_ANSWER`. */
  addModel(): Promise<void>;
  loaded(): Promise<{ name: string; context_length: number; expires_at: string }[]>;
  close(): void;
};

/** Starts a real Ollama on loopback. Returns the reason if that is not possible. */
export async function startOllama(): Promise<OllamaServer | { missing: string }> {
  try {
    execFileSync(EXECUTABLE, ['--version'], { stdio: 'ignore' });
  } catch {
    return { missing: `there is no ${EXECUTABLE}; the variable OLLAMA names another executable` };
  }
  mkdirSync(FOLDER, { recursive: true });
  const child = spawn(EXECUTABLE, ['serve'], {
    env: { ...process.env, HOME: FOLDER, OLLAMA_HOST: '127.0.0.1:0', OLLAMA_MODELS: path.join(FOLDER, 'models') },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const close = () => {
    child.kill();
    rmSync(FOLDER, { recursive: true, force: true });
  };
  const find = (log: string) => /Listening on 127\.0\.0\.1:(\d+)/.exec(log)?.[1] ?? null;
  const port = await waitForOutput(child, child.stderr, find);
  if (port === null) return { missing: `${EXECUTABLE} did not start` };
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    addModel: () => createModel(url),
    loaded: async () => ((await (await fetch(`${url}/api/ps`)).json()) as { models: [] }).models,
    close,
  };
}

/** Ollama's templates are in Go's template language. The answer begins after the character U+0001. */
const TEMPLATE = '{{ range .Messages }}{{ .Role }}: {{ .Content }}\n{{ end }}\u0001';

async function createModel(url: string): Promise<void> {
  const gguf = tinyGguf({ text: OLLAMA_ANSWER });
  const digest = `sha256:${createHash('sha256').update(gguf).digest('hex')}`;
  await mustPost(`${url}/api/blobs/${digest}`, gguf);
  const described = { model: OLLAMA_MODEL, files: { 'tiny.gguf': digest }, template: TEMPLATE, stream: false };
  await mustPost(`${url}/api/create`, JSON.stringify(described));
}

async function mustPost(url: string, body: BodyInit): Promise<void> {
  const response = await fetch(url, { method: 'POST', body });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
}
