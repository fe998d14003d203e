import { decodeHex, toStandardBase64 } from '../contracts/index.ts';
import { decodedText } from './addresses.ts';

/** How many times the rest of an address is decoded: services nest addresses, encoded once more each time. */
const MAX_DECODINGS = 4;
/** More of an address is not searched, in characters. Browsers open addresses of this length. */
const MAX_SEARCHED = 20_000;

/**
 * Returns the addresses that another address names, because it may show their pages with their text: a cache, an
 * archive, a translation, a reader view, a proxy. Any service can do this, so every address counts that is written out
 * in the path, the query or the fragment, plain, percent-encoded, in base64 or in hexadecimal, and every host in a
 * path. Hosts of services can name the page as well.
 */
export function shownAddresses(url: string): string[] {
  const address = URL.parse(url);
  if (address === null) return [];
  const rest = `${address.pathname}${address.search}${address.hash}`.slice(0, MAX_SEARCHED);
  const addresses = decodings(rest).flatMap((text) => [...writtenOut(text), ...encodedIn(text).flatMap(writtenOut)]);
  return [...new Set([...addresses, ...namedByHost(address.hostname)])];
}

function decodings(text: string): string[] {
  const texts = [text];
  for (let last = text; texts.length < MAX_DECODINGS; texts.push(last)) {
    const whole = decodedText(last);
    const decoded = whole === last ? decodeSingly(last) : whole;
    if (decoded === last) break;
    last = decoded;
  }
  return texts;
}

/** Decodes what can be decoded, if an escape elsewhere in the text is invalid. */
function decodeSingly(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (escapes) => {
    const decoded = decodedText(escapes);
    return decoded === escapes ? escapes.replace(/%[0-7][\da-f]/gi, (each) => decodedText(each)) : decoded;
  });
}

/** A scheme and what follows it. Services leave out slashes, or write `https/bank.test`. */
const WITH_SCHEME = /https?(?::\/{0,3}|\/{1,2})([^\s/?#&"'<>|\\]{1,300})/gi;
/** A host in a path, or the value of a parameter that is not a search term. */
const PART = /(?:^|[/\\?&#=;,|:])([^\s/\\?&#=;,|:@"'<>]{1,253})(?=$|[/\\?&#=;,|:])/g;
/** A name for search terms. The results of a search for a host do not show its pages. */
const SEARCH_TERMS = /[?&](?:q|query|search|s|p|text|wd|term|terms|keyword|keywords)=$/i;
const DOT = /[.\u3002\uFF0E\uFF61]/;

function writtenOut(text: string): string[] {
  const withScheme = [...text.matchAll(WITH_SCHEME)].map(([, host = '']) => host);
  const parts = [...text.matchAll(PART)].flatMap(({ 0: whole, 1: part = '', index }) => {
    const before = text.slice(Math.max(0, index - 20), index + whole.length - part.length);
    return DOT.test(part) && !SEARCH_TERMS.test(before) ? [part] : [];
  });
  return [...withScheme, ...parts].flatMap((host) => toAddress(host));
}

function toAddress(host: string): string[] {
  const address = URL.parse(`http://${host.replace(/^[^@]*@/, '')}`);
  return address === null || address.hostname === '' ? [] : [address.href];
}

/** Values in base64 or hexadecimal. */
const ENCODED = /(?<![A-Za-z\d+_-])(?:[A-Za-z\d+_-]{8,4000})(?![A-Za-z\d+_-])/g;
/** The beginning of an address in base64, which can have slashes. */
const ENCODED_ADDRESS = /aHR0c[A-Za-z\d+/_-]{8,4000}/g;
const PRINTABLE = /^[\x20-\x7E]+$/;

function encodedIn(text: string): string[] {
  return [...(text.match(ENCODED) ?? []), ...(text.match(ENCODED_ADDRESS) ?? [])].flatMap((encoded) =>
    [readBase64(encoded), readHex(encoded)].filter((decoded) => PRINTABLE.test(decoded) && decoded.includes('.')),
  );
}

function readBase64(encoded: string): string {
  const plain = toStandardBase64(encoded);
  // A group of one character is not the end of anything.
  return atob(plain.slice(0, plain.length - (plain.length % 4 === 1 ? 1 : 0)));
}

function readHex(encoded: string): string {
  if (!/^(?:[\da-f]{2})+$/i.test(encoded)) return '';
  return String.fromCharCode(...decodeHex(encoded));
}

/**
 * The domain of a service whose hosts name the page: `bank-test.translate.goog`, `bank-test.cdn.ampproject.org`,
 * `bank.test.proxy.university.test`.
 */
const SERVICE =
  /^(?:translate\.goog|cdn\.ampproject\.org)$|^(?:[a-z-]*proxy\d*|webvpn|(?:web-?)?cache|archive|mirror|unblock(?:er)?|turbopages)\./;

function namedByHost(hostname: string): string[] {
  const labels = hostname.split('.');
  const places = labels.flatMap((_, count) => (SERVICE.test(labels.slice(count).join('.')) ? [count] : []));
  const last = places.at(-1) ?? 0;
  const [first = ''] = labels;
  const inFront = Array.from({ length: last }, (_, count) => labels.slice(0, count + 1).join('.'));
  // A dash in the host of the page is doubled.
  const named = first.replace(/^https?-|-\d+$/g, '');
  const dashed = last === 0 ? [] : [named.replace(/-+/g, decodeDashes)];
  return [...inFront, ...dashed].filter((host) => host.includes('.')).flatMap((host) => toAddress(host));
}

function decodeDashes(dashes: string): string {
  return '-'.repeat(dashes.length >> 1) + (dashes.length % 2 === 1 ? '.' : '');
}
