/**
 * The site of an address for comparison: scheme, host and port, with the host in ASCII (`xn--…`). Addresses without an origin
 * (files, `about:`) are a site each. Null if the text is not an address.
 */
export function originOf(url: string): string | null {
  const parsed = URL.parse(url);
  if (parsed === null) return null;
  return parsed.origin === 'null' ? `${parsed.protocol}${parsed.pathname}` : parsed.origin;
}

/** The site of an address for the user's policies: scheme and host without the port, as in browser permissions. */
export function policySite(url: string): string | null {
  const parsed = URL.parse(url);
  return parsed === null ? null : `${parsed.protocol}//${parsed.hostname}`;
}
