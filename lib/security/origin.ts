/**
 * The site of an address, as rules about sites compare it: scheme, host and port, the host in ASCII (`xn--…`). Addresses
 * without an origin of their own (files, `about:`) are a site each. Null where the text is no address.
 */
export function originOf(url: string): string | null {
  const parsed = URL.parse(url);
  if (parsed === null) return null;
  return parsed.origin === 'null' ? `${parsed.protocol}${parsed.pathname}` : parsed.origin;
}

/** The site of an address as users set policies for it: scheme and host, without the port, as permissions of browsers are. */
export function policySite(url: string): string | null {
  const parsed = URL.parse(url);
  return parsed === null ? null : `${parsed.protocol}//${parsed.hostname}`;
}
