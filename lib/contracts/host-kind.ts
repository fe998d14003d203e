/** Location of a host: this machine, the local network, or the internet. Determines whether HTTP is allowed, and timeouts. */
export type HostKind = 'loopback' | 'private' | 'public';

/** Takes a host name as `URL` gives it: lower case, numbers as dotted addresses, IPv6 in brackets. */
export function hostKind(hostname: string): HostKind {
  if (hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]') return 'loopback';
  if (/^127\.\d+\.\d+\.\d+$/.test(hostname)) return 'loopback';
  if (/^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)\d/.test(hostname)) return 'private';
  if (/^\[(f[cd]|fe80:)/i.test(hostname) || hostname.endsWith('.local')) return 'private';
  return 'public';
}
