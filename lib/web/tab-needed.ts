import type { TabOpening } from '../contracts/index.ts';

/** A page with scripts and less text than this shows its text only to a browser. */
const LITTLE_TEXT = { characters: 150, words: 20 };
/** A form for a password on a page with fewer words than this asks for a login; so does one where a redirect ended. */
const LOGIN_WORDS = { asked: 40, redirected: 150 };

/** A page that was loaded without cookies: its HTML, what of it can be read, and the addresses that were asked for and reached. */
type LoadedPage = { html: string; text: string; requested: string; url: string };

/** What to open in a tab instead, where only a tab shows this page; null where it was read. */
export function tabNeeded({ html, text, requested, url }: LoadedPage): TabOpening | null {
  const words = text.split(/\s+/).filter(Boolean).length;
  const asksForPassword = /<input\b[^>]*\btype\s*=\s*["']?password\b/i.test(html);
  const isRedirected = pathOf(requested) !== pathOf(url);
  // With cookies, the page that was asked for does not lead to the form.
  if (asksForPassword && words < (isRedirected ? LOGIN_WORDS.redirected : LOGIN_WORDS.asked))
    return { url: requested, cause: 'login' };
  const isLittle = text.length < LITTLE_TEXT.characters && words < LITTLE_TEXT.words && /<script\b/i.test(html);
  return words === 0 || isLittle ? { url, cause: 'scripts' } : null;
}

/** Sites redirect from one of their names to another, which asks for no login. */
function pathOf(address: string): string {
  return URL.parse(address)?.pathname.replace(/\/$/, '') ?? '';
}
