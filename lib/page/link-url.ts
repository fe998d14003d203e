const tracking = /^(?:utm_\w+|gclid|fbclid|msclkid|dclid|mc_[ce]id|igshid|yclid|_hsenc|_hsmi|ref_src)$/i;
const tracked = /[?&](?:utm_|gclid|fbclid|msclkid|dclid|mc_|igshid|yclid|_hs|ref_src)/i;
/** Longer addresses are state, not something to quote or visit. */
const maxLength = 1000;

/**
 * The absolute address to show for a link, or null for what is none: a script, data, or a place on the same page.
 * Tracking parameters are dropped, and characters that would end a Markdown link are encoded.
 */
export function linkUrl(link: Element, pageUrl: string): string | null {
  const href = link.getAttribute('href')?.trim();
  if (!href || href.startsWith('#')) return null;
  const url = parse(href, link.baseURI || pageUrl);
  if (!url || !/^(?:https?|mailto|tel|ftp):$/.test(url.protocol)) return null;
  if (url.hash !== '' && withoutHash(url.href) === withoutHash(pageUrl)) return null;
  if (tracked.test(url.search)) {
    for (const name of [...url.searchParams.keys()]) if (tracking.test(name)) url.searchParams.delete(name);
  }
  if (url.href.length > maxLength) return null;
  return url.href
    .replace(/[<>\s|]/g, encodeURIComponent)
    .replace(/\(/g, '%28')
    .replace(/\)/g, '%29');
}

function parse(href: string, base: string): URL | null {
  try {
    return new URL(href, base);
  } catch {
    return null;
  }
}

function withoutHash(url: string): string {
  return url.split('#', 1)[0] ?? '';
}
