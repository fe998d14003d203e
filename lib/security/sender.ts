/** What a browser tells of who sent a message, as far as it is looked at. */
export type Sender = {
  id?: string | undefined;
  url?: string | undefined;
  origin?: string | undefined;
  frameId?: number | undefined;
  nativeApplication?: string | undefined;
  tab?: unknown;
};

export type SenderClass = 'own-page' | 'own-frame' | 'content-script' | 'other-extension' | 'program' | 'unknown';

/**
 * Who sent a message. Only `own-page` may ask for anything: our panel, settings or diagnostics, in a sidebar or in a tab. A
 * content script has our id too, but sends from its page's address; where browser and address disagree, the message is
 * rejected. `own`: our id and the origin of our pages.
 */
export function classifySender(sender: Sender | undefined, own: { id: string; origin: string }): SenderClass {
  if (sender === undefined || sender === null || typeof sender !== 'object') return 'unknown';
  if (sender.nativeApplication !== undefined) return 'program';
  if (sender.id === undefined) return 'unknown';
  if (sender.id !== own.id) return 'other-extension';
  const reported = [sender.url === undefined ? undefined : originOfPage(sender.url), sender.origin];
  const origins = reported.filter((origin) => origin !== undefined);
  if (origins.length === 0) return 'unknown';
  if (!origins.every((origin) => origin === own.origin)) return 'content-script';
  return (sender.frameId ?? 0) === 0 ? 'own-page' : 'own-frame';
}

/** Node and browsers disagree on the origin of extension addresses: it is taken from the text. */
function originOfPage(url: string): string {
  return /^[a-z-]+:\/\/[^/?#]+(?=[/?#]|$)/i.exec(String(url))?.[0] ?? 'none';
}
