import { type LanguageModelFactory, PROMPT_LANGUAGES } from '../contracts/index.ts';

/** The browser's own model, or null where it has none; whether it can run is another question. */
export function browserModel(): LanguageModelFactory | null {
  return (globalThis as { LanguageModel?: LanguageModelFactory }).LanguageModel ?? null;
}

/**
 * Downloads the browser's model, some gigabytes. To be called in a page, directly in a click. `onProgress` takes the share
 * that is there, 0 to 1. Rejects with the browser's error, or the reason of `signal`.
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
