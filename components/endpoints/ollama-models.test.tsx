// @vitest-environment happy-dom
import { act } from 'react';
import { describe, expect, test } from 'vitest';
import type { ModelDownloadEnd, ModelDownloadProgress } from '../../lib/contracts/endpoint.ts';
import type { Failure } from '../../lib/contracts/failure.ts';
import { elementText, enterText, press, render } from '../../lib/testing/render-component.tsx';
import { OllamaModels } from './ollama-models.tsx';

async function section(removal: Failure | null = null) {
  const asked: string[] = [];
  const end = Promise.withResolvers<ModelDownloadEnd>();
  let report: (progress: ModelDownloadProgress) => void = () => undefined;
  const { host } = await render(
    <OllamaModels
      models={['qwen3:4b', 'gemma3']}
      onDownload={(modelId, onProgress, signal) => {
        asked.push(`download ${modelId}`);
        report = onProgress;
        signal.addEventListener('abort', () => end.resolve({ type: 'stopped' }));
        return end.promise;
      }}
      onRemove={async (modelId) => {
        asked.push(`remove ${modelId}`);
        return removal;
      }}
    />,
  );
  const type = (name: string) => enterText(host.querySelector('input') as HTMLInputElement, name);
  const submit = () =>
    act(
      async () =>
        void host.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
    );
  const progress = (stage: ModelDownloadProgress['stage'], completedBytes: number, totalBytes: number) =>
    act(async () => report({ type: 'progress', stage, completedBytes, totalBytes }));
  return { host, asked, type, submit, progress, finish: (by: ModelDownloadEnd) => act(async () => end.resolve(by)) };
}

describe('models of an Ollama server', () => {
  test('shows how far a download is, and that it is done', async () => {
    const { host, asked, type, submit, progress, finish } = await section();
    await type('  llama3.2 ');
    await submit();
    expect(asked).toEqual(['download llama3.2']);
    await progress('downloading', 500_000_000, 2_000_000_000);
    expect(elementText(host)).toContain('500 of 2,000 MB (25%)');
    expect(host.querySelector('progress')?.getAttribute('value')).toBe('0.25');
    await progress('downloading', 1_250_000, 2_500_000);
    expect(elementText(host)).toContain('1.3 of 2.5 MB (50%)');
    await finish({ type: 'done' });
    expect(host.querySelector('progress')).toBeNull();
    expect(elementText(host.querySelector('[role="status"]'))).toBe('llama3.2 was downloaded and is ready to use.');
  });

  test('stops a download, and keeps its name for the next', async () => {
    const { host, type, submit } = await section();
    await type('llama3.2');
    await submit();
    await press(host, 'Stop');
    expect(elementText(host.querySelector('[role="status"]'))).toContain('The download was stopped.');
    expect(host.querySelector('input')?.value).toBe('llama3.2');
  });

  test('says why a download failed, with the server’s message', async () => {
    const { host, type, submit, finish } = await section();
    await type('x');
    await submit();
    const reason = { type: 'server-disk-full', host: 'box:11434' } as const;
    await finish({
      type: 'failed',
      failure: { code: 'bad-response', reason, detail: 'no space left', retryable: true },
    });
    expect(elementText(host.querySelector('[role="alert"]'))).toContain('The disk of box:11434 is full.');
    expect(elementText(host.querySelector('[role="alert"]'))).toContain('no space left');
  });

  test('removes a model only after a confirmation that names it', async () => {
    const { host, asked } = await section();
    await press(host, 'Remove from Ollama: gemma3');
    expect(asked).toEqual([]);
    await press(host, 'Remove gemma3 from Ollama?');
    expect(asked).toEqual(['remove gemma3']);
    expect(elementText(host.querySelector('[role="status"]'))).toBe('gemma3 was removed.');
  });
});
