/** What a browser answers from the extension's locale files, in the language it chose, or in English where that has none. */
export interface BrowserMessages {
  /** '' where there is no such message. */
  getMessage(name: string): string;
  /** The language of the browser's own words, as a BCP 47 tag. */
  getUILanguage(): string;
}

/** Both browsers have it under this name, in pages and in the worker. */
export function browserMessages(): BrowserMessages {
  return (globalThis as unknown as { chrome: { i18n: BrowserMessages } }).chrome.i18n;
}
