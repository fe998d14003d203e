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

/** Networks that are no place on the web: this machine, the own network, and what is set aside (RFC 6890, RFC 6598). */
const PRIVATE_IPV4: readonly (readonly [address: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  // Multicast, reserved and broadcast.
  ['224.0.0.0', 3],
];

/** Names that networks at home and in companies use for themselves (RFC 6761, 6762, 8375; ICANN's `internal`). */
const PRIVATE_NAME = /^(?:[^.]+|.*\.(?:localhost|local|internal|intranet|lan|home|corp|private|home\.arpa))$/;

/** What tells an address from another: all of it but the fragment, which is never sent. */
export function addressKey(url: URL): string {
  return url.href.replace(/#.*$/, '');
}

/**
 * Whether an address leads to this machine or into the own network, as far as its host says so. `URL` has brought decimal,
 * octal and hexadecimal spellings into one form. Only the browser knows where a public name leads: see `isPrivateIp`.
 */
export function isPrivateAddress({ hostname }: URL): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  return isPrivateIp(host) ?? PRIVATE_NAME.test(host);
}

/** The same for an IP address, with or without brackets; null for what is none. */
export function isPrivateIp(text: string): boolean | null {
  const ip = text.replace(/^\[|\]$/g, '').toLowerCase();
  const ipv4 = ipv4Number(ip);
  if (ipv4 !== null) return isPrivateIpv4(ipv4);
  if (!ip.includes(':')) return null;
  const groups = ipv6Groups(ip);
  // What cannot be read is not trusted.
  return groups === null || isPrivateIpv6(groups);
}

function isPrivateIpv4(address: number): boolean {
  return PRIVATE_IPV4.some(([network, bits]) => {
    const size = 2 ** (32 - bits);
    return Math.floor(address / size) === Math.floor((ipv4Number(network) ?? 0) / size);
  });
}

function isPrivateIpv6(groups: readonly number[]): boolean {
  const [first = 0, second = 0, third = 0] = groups;
  const leading = groups.slice(0, 5).every((group) => group === 0);
  const last = (groups[6] ?? 0) * 0x10000 + (groups[7] ?? 0);
  // Unspecified, loopback, IPv4-compatible and IPv4-mapped.
  if (leading && (groups[5] === 0 || groups[5] === 0xffff)) return isPrivateIpv4(last);
  // NAT64, and 6to4: an IPv4 address inside.
  if (first === 0x64 && second === 0xff9b) return isPrivateIpv4(last);
  if (first === 0x2002) return isPrivateIpv4(second * 0x10000 + third);
  const isUniqueLocal = (first & 0xfe00) === 0xfc00;
  const isLinkOrSiteLocal = (first & 0xff80) === 0xfe80;
  return isUniqueLocal || isLinkOrSiteLocal || first >= 0xff00;
}

function ipv4Number(text: string): number | null {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1).map(Number);
  if (parts === undefined || parts.some((part) => part > 255)) return null;
  return parts.reduce((sum, part) => sum * 256 + part, 0);
}

/** The eight groups of an IPv6 address, or null. */
function ipv6Groups(text: string): number[] | null {
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text.replace(/%.*$/, ''));
  const end = dotted === null ? null : ipv4Number(dotted[2] ?? '');
  if (dotted !== null && end === null) return null;
  const plain =
    dotted === null || end === null
      ? text.replace(/%.*$/, '')
      : `${dotted[1]}${Math.floor(end / 0x10000).toString(16)}:${(end % 0x10000).toString(16)}`;
  const [head = '', tail, ...more] = plain.split('::');
  if (more.length > 0) return null;
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = 8 - left.length - right.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return null;
  const groups = [...left, ...Array.from({ length: missing }, () => '0'), ...right];
  return groups.every((group) => /^[\da-f]{1,4}$/.test(group))
    ? groups.map((group) => Number.parseInt(group, 16))
    : null;
}

/** An address with a shorter query needs no confirmation, since it can hardly carry data. */
const MAX_QUERY = 32;
const MAX_SEGMENT = 64;
/** A run of characters that is not a word: base64, hex and similar encodings. */
const ENCODED = /(?=[A-Za-z0-9+_=%-]*\d)(?=[A-Za-z0-9+_=%-]*[A-Za-z])[A-Za-z0-9+_=%]{24,}/;
/** Shorter parts of an address are common words. */
const MIN_PIECE = 6;

export type LinkRisk = 'long' | 'repeats-chat';

/**
 * Why the user should see an address before it is opened, or null. `long`: it can carry hidden data. `said`: a part with digits,
 * or three consecutive words, occur in `received`, the text the chat has asked and read. An address that occurs there as a whole
 * is not risky.
 */
export function linkRisk(url: URL, received: readonly string[]): LinkRisk | null {
  if (url.username !== '' || url.password !== '') return 'long';
  const query = `${url.search}${url.hash}`;
  const segments = url.pathname.split('/');
  if (query.length > MAX_QUERY || segments.some((segment) => segment.length > MAX_SEGMENT)) return 'long';
  if (url.hostname.split('.').some((label) => label.length > 32) || url.hostname.split('.').length > 6) return 'long';
  if (ENCODED.test(query) || segments.some((segment) => ENCODED.test(segment))) return 'long';
  const pieces = [...segments, query, ...url.hostname.split('.').slice(0, -2)].flatMap(piecesOf);
  if (pieces.length === 0 || received.some((text) => text.includes(url.href))) return null;
  const texts = received.map((text) => text.toLowerCase());
  return pieces.some((piece) => texts.some((text) => text.includes(piece))) ? 'repeats-chat' : null;
}

/** The parts of an address that do not occur by chance: words with digits, and sequences of words. */
function piecesOf(part: string): string[] {
  const words = decodedText(part)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const rare = words.filter((word) => word.length >= MIN_PIECE && /\d/.test(word));
  const rows = words.slice(2).map((word, index) => `${words[index]} ${words[index + 1]} ${word}`);
  return [...rare, ...rows.filter((row) => row.length >= 12)];
}

/** A part of an address as it was before it was encoded; as it is if that cannot be told. */
export function decodedText(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
