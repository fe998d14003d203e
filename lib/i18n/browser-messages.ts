/** The browser's messages from the extension's locale files, in the selected language, or English if a message is missing. */
export interface BrowserMessages {
  /** '' if there is no such message. */
  getMessage(name: string): string;
  /** The language of the browser's interface, as a BCP 47 tag. */
  getUILanguage(): string;
}

/** Both browsers provide it under this name, in pages and in the worker. */
export function browserMessages(): BrowserMessages {
  return (globalThis as unknown as { chrome: { i18n: BrowserMessages } }).chrome.i18n;
}
