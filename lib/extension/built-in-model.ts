import { type LanguageModelFactory, PROMPT_LANGUAGES } from '../contracts/index.ts';

/** The browser's own model API, or null. Whether the model can run is a separate question. */
export function browserModel(): LanguageModelFactory | null {
  return (globalThis as { LanguageModel?: LanguageModelFactory }).LanguageModel ?? null;
}

/**
 * Downloads the browser's model, some gigabytes. Call it in a page, directly in a click handler. `onProgress` receives the share,
 * 0 to 1. Rejects with the browser's error, or the reason of `signal`.
 */
export async function downloadBuiltIn(
  model: LanguageModelFactory,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const session = await model.create({
    ...PROMPT_LANGUAGES,
    signal,
    monitor: (monitor) => {
      monitor.addEventListener('downloadprogress', (event) => onProgress((event as ProgressEvent).loaded));
    },
  });
  session.destroy();
}
