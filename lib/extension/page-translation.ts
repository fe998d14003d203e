import { browser } from 'wxt/browser';
import type { PageTranslation, TranslationAnswer, TranslationRequest } from '../contracts/index.ts';
import { inject } from './inject.ts';
import { defineSetting } from './setting.ts';

declare global {
  /** Set by `page-translation.js`, in the extension's isolated world of a document, which the page cannot see. */
  var answerTranslationRequest: ((request: TranslationRequest) => Promise<TranslationAnswer>) | undefined;
}

/** The translations of tabs' pages, by tab, for display in the panel. They last until the browser is closed. */
export const pageTranslations = defineSetting<Record<string, PageTranslation>>(
  browser.extension.inIncognitoContext ? 'session:private-pageTranslations' : 'session:pageTranslations',
  {},
);

/**
 * Sends a request to the script in a tab's top document. `start` injects it first. A document without that translation
 * answers `gone`. Throws PageError without access to the page, or when the page goes away before it answers.
 */
export async function askPageTranslation(tabId: number, request: TranslationRequest): Promise<TranslationAnswer> {
  if (request.type === 'start') {
    await inject<boolean>(tabId, () =>
      browser.scripting.executeScript({ target: { tabId }, files: ['/page-translation.js'] }),
    );
  }
  return inject<TranslationAnswer>(tabId, () =>
    browser.scripting.executeScript({
      target: { tabId },
      args: [request],
      func: async (translationRequest: TranslationRequest): Promise<TranslationAnswer> =>
        (await globalThis.answerTranslationRequest?.(translationRequest)) ?? { type: 'gone' },
      injectImmediately: true,
    }),
  );
}
