import { attribute } from '../dom/dom.ts';

const tracking = /^(?:utm_\w+|gclid|fbclid|msclkid|dclid|mc_[ce]id|igshid|yclid|_hsenc|_hsmi|ref_src)$/i;
const tracked = /[?&](?:utm_|gclid|fbclid|msclkid|dclid|mc_|igshid|yclid|_hs|ref_src)/i;
/** Longer addresses encode state and are not useful to quote or visit. */
const maxLength = 1000;
const notInLink = /[<>\s|()]/;

/**
 * The absolute address of a link, or null if there is none to show: a script, data, the top of the same page. Tracking parameters
 * are removed, and characters that would end a Markdown link are encoded.
 */
export function linkUrl(link: Element, pageUrl: string): string | null {
  const href = attribute(link, 'href')?.trim();
  if (!href || href === '#') return null;
  const url = absolute(link, href, pageUrl);
  if (!url || !/^(?:https?|mailto|tel|ftp):/.test(url)) return null;
  if (withoutEmptyHash(url) === withoutHash(pageUrl)) return null;
  const clean = tracked.test(url) ? withoutTracking(url) : url;
  if (clean.length > maxLength) return null;
  if (!notInLink.test(clean)) return clean;
  return clean
    .replace(/[<>\s|]/g, encodeURIComponent)
    .replace(/\(/g, '%28')
    .replace(/\)/g, '%29');
}

/** A path that a browser would not change when resolving it: no dot segments, no spaces, no port. */
const plainPath = /^\/(?:[\w-]+\/)*[\w-]*$/;
const plainAddress =
  /^https?:\/\/[a-z][a-z\d-]*(?:\.[a-z\d-]+)*\.[a-z]+\/(?:[\w~-][\w.~-]*\/)*(?:[\w~-][\w.~-]*)?(?:\?[\w.~%&=+/;:-]*)?(?:#[\w.~%&=+/;:-]*)?$/;
const originOf = /^https?:\/\/[^/?#@]+(?=\/)/;

/** Browsers have resolved HTML links already; an address they cannot resolve is returned as written. */
function absolute(link: Element, href: string, pageUrl: string): string | null {
  // Resolving with `URL` takes ten times as long, and most links are of these kinds.
  if (plainAddress.test(href)) return href;
  const origin = plainPath.test(href) ? originOf.exec(link.baseURI)?.[0] : undefined;
  if (origin !== undefined) return origin + href;
  const resolved: unknown = (link as HTMLAnchorElement).href;
  if (typeof resolved === 'string' && /^[a-z][a-z\d+.-]*:/i.test(resolved)) {
    return resolved !== href || URL.canParse(resolved) ? resolved : null;
  }
  try {
    return new URL(href, link.baseURI || pageUrl).href;
  } catch {
    return null;
  }
}

/** Parsed by hand, because Firefox cannot iterate `searchParams` in a content script. */
function withoutTracking(url: string): string {
  const [, start = '', query = '', hash = ''] = /^([^?#]*)\??([^#]*)(.*)$/s.exec(url) ?? [];
  const kept = query.split('&').filter((pair) => !tracking.test(pair.split('=', 1)[0] ?? ''));
  return start + (kept.length > 0 ? `?${kept.join('&')}` : '') + hash;
}

function withoutEmptyHash(url: string): string {
  return url.endsWith('#') ? url.slice(0, -1) : url;
}

function withoutHash(url: string): string {
  return url.split('#', 1)[0] ?? '';
}
