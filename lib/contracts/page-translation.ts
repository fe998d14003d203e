import * as z from 'zod';
import type { Failure } from './failure.ts';
import type { ModelRef } from './model.ts';
import type { ContextQuestion } from './page-context.ts';

/** The language that pages are translated into, as a BCP 47 tag such as `de` or `zh-Hant`. */
export const TranslationTarget = z.string().regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/);
export type TranslationTarget = z.infer<typeof TranslationTarget>;

/** The offered languages. Models support more, but their translations into those are poor. */
export const TRANSLATION_TARGETS: readonly TranslationTarget[] =
  'ar,bg,bn,ca,cs,da,de,el,en,es,et,fa,fi,fr,gu,he,hi,hr,hu,id,it,ja,ko,lt,lv,mr,ms,nb,nl,pl,pt,pt-BR,ro,ru,sk,sl,sr,sv,sw,ta,te,th,tr,uk,ur,vi,zh-Hans,zh-Hant'.split(
    ',',
  );

/** Returns the offered language for the language of an interface, such as `en-GB` or `zh-TW`. */
export function findTranslationTarget(language: string): TranslationTarget {
  const { language: primary, script, region } = new Intl.Locale(language).maximize();
  const candidates = [`${primary}-${script}`, `${primary}-${region}`, primary === 'no' ? 'nb' : primary];
  return candidates.find((each) => TRANSLATION_TARGETS.includes(each)) ?? 'en';
}

/**
 * Counts of texts. `translated`: already translated. `left`: came into view and are not translated yet. `failed`: could
 * not be translated and stay unchanged. `optsOut`: the page as a whole asks not to be translated. `codeBlocks`:
 * preformatted texts that are treated as code.
 */
export type TranslationProgress = {
  translated: number;
  left: number;
  failed: number;
  optsOut: boolean;
  codeBlocks: number;
};

export const NO_PROGRESS: TranslationProgress = { translated: 0, left: 0, failed: 0, optsOut: false, codeBlocks: 0 };

/**
 * The state of a translation. `asking`: the user must first approve sending the page. `to-download`: the browser's
 * translator needs a download for the page's language. `translating`: texts that come into view are translated.
 * `paused`: none has come into view for a while. `stopped`: by the user.
 */
export type TranslationStatus =
  | { type: 'asking'; question: ContextQuestion }
  | { type: 'to-download'; source: string }
  | { type: 'translating' }
  | { type: 'paused' }
  | { type: 'stopped' }
  | { type: 'failed'; failure: Failure };

/** The translation of a tab's page. */
export type PageTranslation = {
  tabId: number;
  /**
   * Known only to the document that is translated, so that a page that was loaded since then has no such translation.
   */
  translationId: string;
  /** The address that may be sent. The page can change its own address without being reloaded. */
  url: string;
  target: TranslationTarget;
  model: ModelRef;
  shows: 'translation' | 'original';
  progress: TranslationProgress;
  status: TranslationStatus;
};

/**
 * An action of the user in the panel on the translation of a page. `end` restores the original. `refresh` discards a
 * translation whose page is gone.
 */
export const TranslationAction = z.enum(['show-original', 'show-translation', 'stop', 'continue', 'end', 'refresh']);
export type TranslationAction = z.infer<typeof TranslationAction>;

/**
 * A text of the page. Inline elements are numbered tags in it: `<1>` to `</1>` around their text, `<2/>` for one
 * without text. `before` is the text before it if this is a single word, because a label before a word can show that it
 * is a secret. Otherwise it is ''.
 */
export type PageText = { id: number; text: string; before: string };

/** A request to the script in the page. A document without this translation refuses all requests except `start`. */
export type TranslationRequest =
  | { type: 'start'; translationId: string; target: TranslationTarget }
  /**
   * Takes texts that are in view, nearest first. Waits up to `waitMs` for one. `taker` is random for each worker, so
   * that texts taken by a worker that was stopped can be taken again.
   */
  | {
      type: 'take';
      translationId: string;
      taker: string;
      maxTexts: number;
      maxCharacters: number;
      waitMs: number;
    }
  /** Inserts translations. A text that is '' could not be translated and stays unchanged. */
  | { type: 'put'; translationId: string; translations: { id: number; text: string }[] }
  /** Returns texts, so that they can be taken again. */
  | { type: 'return'; translationId: string; ids: number[] }
  | { type: 'show'; translationId: string; shows: PageTranslation['shows'] }
  | { type: 'end'; translationId: string };

/**
 * A reply of the script in the page. `url` is the current address of the document. `language` is the language that it
 * declares, or ''.
 */
export type TranslationAnswer =
  | { type: 'state'; url: string; language: string; progress: TranslationProgress; texts: PageText[] }
  | { type: 'gone' };

/**
 * The part of the Translator API and the Language Detector API that is used here (W3C Web Machine Learning; Chrome from
 * 138, Edge from 148, in extension pages and the worker).
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

/** Represents the browser's translator where a model is expected. */
export const BROWSER_TRANSLATOR: ModelRef = { endpointId: 'browser-translator', modelId: 'browser-translator' };
