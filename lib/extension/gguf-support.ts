/**
 * Whether this browser can run models: their WebAssembly has memory with addresses of 64 bits, which Chrome has from version 133 and
 * Firefox from 134.
 */
export function canRunGguf(): boolean {
  try {
    new WebAssembly.Memory({ address: 'i64', initial: 1n } as unknown as WebAssembly.MemoryDescriptor);
    return true;
  } catch {
    return false;
  }
}

/** The part of WebGPU that is read here; llama.cpp uses the rest. */
type Gpu = { requestAdapter(): Promise<GpuAdapter | null> };
type GpuAdapter = { info?: { isFallbackAdapter?: boolean }; features: { has(name: string): boolean } };

/**
 * Whether models can run on the graphics card. The WebGPU of llama.cpp needs JavaScript Promise Integration, which Firefox lacks,
 * and numbers of 16 bits; without those it silently uses the processor. A software adapter is slower than the processor.
 */
export async function hasGgufGpu(): Promise<boolean> {
  const { gpu } = navigator as { gpu?: Gpu };
  const { Suspending } = WebAssembly as { Suspending?: unknown };
  if (gpu === undefined || Suspending === undefined) return false;
  const adapter = await gpu.requestAdapter().catch(() => null);
  return adapter !== null && adapter.info?.isFallbackAdapter !== true && adapter.features.has('shader-f16');
}
