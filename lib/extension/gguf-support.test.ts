import { afterEach, describe, expect, test, vi } from 'vitest';
import { hasGgufGpu } from './gguf-support.ts';

const CARD = { info: { isFallbackAdapter: false }, features: new Set(['shader-f16']) };

afterEach(() => void vi.unstubAllGlobals());

function browserWith(gpu: object | undefined, { hasPromiseIntegration = true } = {}) {
  vi.stubGlobal('navigator', { gpu });
  vi.stubGlobal('WebAssembly', hasPromiseIntegration ? { Suspending: class {} } : {});
}

describe('the graphics card', () => {
  test('runs models if the browser offers one', async () => {
    browserWith({ requestAdapter: async () => CARD });
    expect(await hasGgufGpu()).toBe(true);
  });

  test.each([
    ['the browser has no WebGPU', undefined],
    ['it offers no adapter', { requestAdapter: async () => null }],
    ['it fails', { requestAdapter: () => Promise.reject(new Error('lost')) }],
    ['its adapter is software', { requestAdapter: async () => ({ ...CARD, info: { isFallbackAdapter: true } }) }],
    ['its adapter has no numbers of 16 bits', { requestAdapter: async () => ({ ...CARD, features: new Set() }) }],
  ])('does not if %s', async (_why, gpu) => {
    browserWith(gpu);
    expect(await hasGgufGpu()).toBe(false);
  });

  test('does not if WebAssembly cannot wait for it', async () => {
    browserWith({ requestAdapter: async () => CARD }, { hasPromiseIntegration: false });
    expect(await hasGgufGpu()).toBe(false);
  });
});
