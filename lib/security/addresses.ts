import {
  DEVICE_NAMES,
  LOOPBACK_NAMES,
  NUMBERED_ZONES,
  PRIVATE_NAME,
  PRIVATE_ZONES,
  REBINDING_NAMES,
} from './private-names.ts';

/**
 * Returns the site of an address for comparison: scheme, host and port, with the host in ASCII (`xn--…`). Each address
 * without an origin (files, `about:`) is a separate site. Null if the text is not an address.
 */
export function parseOrigin(url: string): string | null {
  const parsedUrl = URL.parse(url);
  if (parsedUrl === null) return null;
  return parsedUrl.origin === 'null' ? `${parsedUrl.protocol}${parsedUrl.pathname}` : parsedUrl.origin;
}

/**
 * Returns the site of an address for the user's policies: scheme and host without the port, as in browser permissions.
 */
export function policySite(url: string): string | null {
  const parsedUrl = URL.parse(url);
  return parsedUrl === null ? null : `${parsedUrl.protocol}//${parsedUrl.hostname}`;
}

/**
 * Networks that are not on the public web: this machine, the local network, and reserved ranges (RFC 6890, RFC 6598).
 */
const PRIVATE_IPV4: readonly (readonly [address: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Services of a cloud for its own machines (Azure).
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  // Multicast, reserved and broadcast.
  ['224.0.0.0', 3],
];

/** Public names that resolve to the IP address that they contain, with dots or dashes. */
const NUMBERED_NAME = /(?:^|[.-])(\d{1,3})[.-](\d{1,3})[.-](\d{1,3})[.-](\d{1,3})(?=[.-])/;

/** Whole labels that are an IPv4 address: `192-168-1-5.example.net`. Anybody can operate such a zone. */
const ADDRESS_LABELS = /(?:^|\.)(\d{1,3})([.-])(\d{1,3})\2(\d{1,3})\2(\d{1,3})(?=\.)/g;

/** A label that is an IPv6 address with dashes: `fe80--1.example.net`. */
const IPV6_LABEL = /^(?=.*--)[\da-f]{0,4}(?:-[\da-f]{0,4}){2,7}$/;

/** Returns the identity of an address: everything except the fragment, which is never sent. */
export function addressKey(url: URL): string {
  return withoutFragment(url.href);
}

export function withoutFragment(address: string): string {
  return address.replace(/#.*$/s, '');
}

/**
 * Whether an address points to this machine or into the local network, judging by its host. `URL` has normalized
 * decimal, octal and hexadecimal notations. Only the browser knows what a public name resolves to: see `isPrivateIp`.
 */
export function isPrivateAddress({ hostname }: URL): boolean {
  // Several dots at the end are no name, and what resolves names may leave them out.
  const host = hostname.toLowerCase().replace(/(?<!\.)\.+$/, '');
  return isPrivateIp(host) ?? (PRIVATE_NAME.test(host) || leadsHome(host));
}

/** Whether a public name is known to resolve to an address in the local network. */
function leadsHome(host: string): boolean {
  const isUnder = (names: readonly string[]) => names.some((name) => host === name || host.endsWith(`.${name}`));
  if ([DEVICE_NAMES, LOOPBACK_NAMES, REBINDING_NAMES, PRIVATE_ZONES].some(isUnder)) return true;
  if (!isUnder(NUMBERED_ZONES)) {
    return (
      [...host.matchAll(ADDRESS_LABELS)].some(([, a, , b, c, d]) => isPrivateIp([a, b, c, d].join('.')) === true) ||
      host.split('.').some((label) => IPV6_LABEL.test(label) && isPrivateIpv6Label(label))
    );
  }
  const parts = NUMBERED_NAME.exec(host)?.slice(1).join('.');
  // Hexadecimal addresses and IPv6 are not parsed, so they count as private.
  return parts === undefined || isPrivateIp(parts) === true;
}

function isPrivateIpv6Label(label: string): boolean {
  const groups = ipv6Groups(label.replaceAll('-', ':'));
  return groups !== null && isPrivateIpv6(groups);
}

/** Like `isPrivateAddress`, for an IP address with or without brackets. Null if it is not one. */
export function isPrivateIp(text: string): boolean | null {
  const ip = text.replace(/^\[|\]$/g, '').toLowerCase();
  const ipv4 = ipv4Number(ip);
  if (ipv4 !== null) return isPrivateIpv4(ipv4);
  if (!ip.includes(':')) return null;
  const groups = ipv6Groups(ip);
  // An unreadable address is not trusted.
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
  // NAT64 and 6to4 addresses contain an IPv4 address.
  if (first === 0x64 && second === 0xff9b) return third !== 0 || isPrivateIpv4(last);
  if (first === 0x2002) return isPrivateIpv4(second * 0x10000 + third);
  // IPv4-translated addresses (RFC 2765), and ISATAP (RFC 5214), which tunnels into the network of the address in its
  // last 32 bits.
  const isTranslated = groups.slice(0, 4).every((group) => group === 0) && groups[4] === 0xffff && groups[5] === 0;
  if (isTranslated) return isPrivateIpv4(last);
  if ((groups[4] === 0 || groups[4] === 0x200) && groups[5] === 0x5efe) return true;
  // Teredo (RFC 4380) tunnels to the address in its bits. The others are not on the public web (RFC 6666, 3849, 9637,
  // 9602).
  if (first === 0x2001 && second === 0) return true;
  if (first === 0x100 || (first === 0x2001 && second === 0xdb8) || first === 0x5f00) return true;
  if (first === 0x3fff && second < 0x1000) return true;
  const isUniqueLocal = (first & 0xfe00) === 0xfc00;
  const isLinkOrSiteLocal = (first & 0xff80) === 0xfe80;
  return isUniqueLocal || isLinkOrSiteLocal || first >= 0xff00;
}

function ipv4Number(text: string): number | null {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1).map(Number);
  if (parts === undefined || parts.some((part) => part > 255)) return null;
  return parts.reduce((sum, part) => sum * 256 + part, 0);
}

/** Returns the eight groups of an IPv6 address, or null. */
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

/** Decodes a part of an address. Returns it unchanged if that fails. */
export function decodedText(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
