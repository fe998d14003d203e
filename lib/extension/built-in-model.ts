import {
  type LanguageDetectorFactory,
  type LanguageModelFactory,
  type LanguagePair,
  PROMPT_LANGUAGES,
  type TranslatorFactory,
} from '../contracts/index.ts';

/** The browser's own model API, or null. It does not show whether the model can run. */
export function browserModel(): LanguageModelFactory | null {
  return (globalThis as { LanguageModel?: LanguageModelFactory }).LanguageModel ?? null;
}

/**
 * Downloads the browser's model, which has several gigabytes. Call it in a page, directly in a click handler.
 * `onProgress` receives the share, 0 to 1. Rejects with the browser's error, or the reason of `signal`.
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

type Browser = { Translator?: TranslatorFactory; LanguageDetector?: LanguageDetectorFactory };

/** The browser's own translator, or null. It does not show whether a pair of languages is supported. */
export function browserTranslator(): TranslatorFactory | null {
  return (globalThis as Browser).Translator ?? null;
}

/** The language of a text as the browser detects it; null if it cannot, or is not sure. */
export async function detectLanguageInBrowser(text: string): Promise<string | null> {
  const factory = (globalThis as Browser).LanguageDetector;
  if (factory === undefined || (await factory.availability()) !== 'available') return null;
  const detector = await factory.create();
  const [best] = await detector.detect(text).finally(() => detector.destroy());
  return best !== undefined && best.confidence > 0.7 && best.detectedLanguage !== 'und' ? best.detectedLanguage : null;
}

/**
 * Downloads what the browser needs for a pair of languages. Call it in a page, directly in a click handler.
 * `onProgress` receives the share, 0 to 1. Rejects with the browser's error.
 */
export async function downloadTranslator(pair: LanguagePair, onProgress: (share: number) => void): Promise<void> {
  const translator = await browserTranslator()?.create({
    ...pair,
    monitor: (monitor) => {
      monitor.addEventListener('downloadprogress', (event) => onProgress((event as ProgressEvent).loaded));
    },
  });
  translator?.destroy();
}
