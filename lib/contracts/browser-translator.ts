import type { ModelRef } from './model.ts';

/**
 * The part of the Translator API and the Language Detector API that is used here (W3C Web Machine Learning; Chrome from 138, Edge from
 * 148, in extension pages and the worker).
 */
export interface TranslatorFactory {
  availability(pair: LanguagePair): Promise<string>;
  /** Must be called in a page, right after a click, if the language pair has to be downloaded. */
  create(
    options: LanguagePair & { signal?: AbortSignal; monitor?: (monitor: EventTarget) => void },
  ): Promise<BrowserTranslator>;
}

export interface BrowserTranslator {
  translate(text: string, options: { signal: AbortSignal }): Promise<string>;
  destroy(): void;
}

export interface LanguageDetectorFactory {
  availability(): Promise<string>;
  create(): Promise<{
    detect(text: string): Promise<{ detectedLanguage: string; confidence: number }[]>;
    destroy(): void;
  }>;
}

export type LanguagePair = { sourceLanguage: string; targetLanguage: string };

/** Stands for the browser's translator where a model is named. */
export const BROWSER_TRANSLATOR: ModelRef = { endpointId: 'browser-translator', modelId: 'browser-translator' };
