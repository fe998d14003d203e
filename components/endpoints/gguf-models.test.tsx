// @vitest-environment happy-dom
import { act } from 'react';
import { describe, expect, test } from 'vitest';
import type { ModelDownloadEnd } from '../../lib/contracts/endpoint.ts';
import { GgufError, type GgufModel } from '../../lib/contracts/models-in-browser.ts';
import { elementText, press, render } from '../../lib/testing/render-component.tsx';
import { GgufModels } from './gguf-models.tsx';

const MODEL: GgufModel = { modelId: 'tiny', bytes: 2_400_000, contextTokens: 8_192, addedAt: 7, hasTools: false };
const OFFER = {
  modelId: 'offered',
  url: 'https://hub.example/a.gguf',
  sha256: '0',
  bytes: 1_100_000_000,
  licence: 'MIT',
};

async function section(
  add: (signal: AbortSignal) => Promise<GgufModel> = async () => MODEL,
  hasGpu: boolean | null = null,
) {
  const changed: GgufModel[] = [];
  const asked: string[] = [];
  const end = Promise.withResolvers<ModelDownloadEnd>();
  const { host } = await render(
    <GgufModels
      models={[MODEL]}
      speeds={{ tiny: { read: 17.4, write: 5.21 } }}
      maxBytes={2_000_000_000}
      hasGpu={hasGpu}
      usesGpu
      onUseGpu={(isOn) => asked.push(`gpu ${isOn}`)}
      onAdd={(files, onProgress, signal) => {
        asked.push(...files.map(({ name }) => name));
        onProgress(0.256);
        return add(signal);
      }}
      downloads={[OFFER]}
      onDownload={(modelId, onProgress) => {
        asked.push(modelId);
        onProgress({ type: 'progress', stage: 'downloading', completedBytes: 110_000_000, totalBytes: OFFER.bytes });
        return end.promise;
      }}
      onChange={(model) => changed.push(model)}
      onRemove={(model) => asked.push(`remove ${model.modelId}`)}
    />,
  );
  const select = async (file: File) => {
    const field = host.querySelector('input[type="file"]') as HTMLInputElement;
    Object.defineProperty(field, 'files', { value: [file], configurable: true });
    await act(async () => void field.dispatchEvent(new Event('change', { bubbles: true })));
  };
  return { host, asked, changed, select, finish: (by: ModelDownloadEnd) => act(async () => end.resolve(by)) };
}

describe('models inside the extension', () => {
  test('are listed with their size, window and measured speed, and can be given tools', async () => {
    const { host, changed } = await section();
    expect(elementText(host)).toContain('2.4 MB · Context window: 8,192 tokens.');
    expect(elementText(host)).toContain('reads 17 and writes 5.2 tokens per second');
    await act(async () => (host.querySelector('input[type="checkbox"]') as HTMLInputElement).click());
    expect(changed).toEqual([{ ...MODEL, hasTools: true }]);
  });

  test('run on the graphics card if there is one and the user has not switched it off', async () => {
    const { host, asked } = await section(undefined, true);
    const label = [...host.querySelectorAll('label')].find((each) => each.textContent?.includes('graphics card'));
    const box = label?.querySelector('input') as HTMLInputElement;
    expect(box.checked).toBe(true);
    await act(async () => box.click());
    expect(asked).toEqual(['gpu false']);
  });

  test('say that they run on the processor if they cannot use a graphics card', async () => {
    expect(elementText((await section(undefined, false)).host)).toContain('run on the processor');
    expect(elementText((await section()).host)).not.toContain('processor');
  });

  test('say why a file is not accepted, and what to do', async () => {
    const { host, select } = await section(async () => {
      throw new GgufError({ type: 'too-large', bytes: 2_100_000_000, limit: 2_000_000_000 });
    });
    await select(new File(['a'], 'large.gguf'));
    expect(host.querySelector('[role="alert"]')?.textContent).toContain('too large (2.1 GB)');
  });

  test('show how much of a file is copied, and stop', async () => {
    const { host, select } = await section(
      (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    );
    await select(new File(['a'], 'slow.gguf'));
    expect(elementText(host)).toContain('Copying slow.gguf: 25%');
    await press(host, 'Stop');
    expect(host.querySelector('progress, [role="alert"]')).toBeNull();
  });

  test('are downloaded one at a time, with progress', async () => {
    const { host, asked, finish } = await section();
    expect(elementText(host)).toContain('1.1 GB · MIT · hub.example');
    await press(host, 'Download model: offered');
    expect(asked).toEqual(['offered']);
    expect(elementText(host)).toContain('110 of 1,100 MB (10%)');
    expect(host.querySelector('button[disabled]')?.textContent).toBe('Add a model file');
    await finish({ type: 'done' });
    expect(host.querySelector('[role="status"]')?.textContent).toContain('offered was downloaded');
  });
});
