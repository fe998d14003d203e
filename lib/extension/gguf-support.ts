/**
 * Whether this browser can run models. They need WebAssembly memory with 64-bit addresses, which Chrome supports since
 * version 133 and Firefox since 134.
 */
export function canRunGguf(): boolean {
  try {
    new WebAssembly.Memory({ address: 'i64', initial: 1n } as unknown as WebAssembly.MemoryDescriptor);
    return true;
  } catch {
    return false;
  }
}

/** The part of WebGPU that is used here. llama.cpp uses the rest. */
type Gpu = { requestAdapter(): Promise<GpuAdapter | null> };
type GpuAdapter = { info?: { isFallbackAdapter?: boolean }; features: { has(name: string): boolean } };

/**
 * Whether models can run on the graphics card. llama.cpp's WebGPU backend needs JavaScript Promise Integration, which
 * Firefox lacks, and 16-bit numbers, without which it silently uses the processor. A software adapter is slower than
 * the processor.
 */
export async function hasGgufGpu(): Promise<boolean> {
  const { gpu } = navigator as { gpu?: Gpu };
  const { Suspending } = WebAssembly as { Suspending?: unknown };
  if (gpu === undefined || Suspending === undefined) return false;
  const adapter = await gpu.requestAdapter().catch(() => null);
  return adapter !== null && adapter.info?.isFallbackAdapter !== true && adapter.features.has('shader-f16');
}
