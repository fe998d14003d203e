import { type ApprovalDetails, BROWSER_SEARCH, type ToolQuestion } from '../../lib/contracts/index.ts';
import { type PlainKey, t } from '../../lib/i18n/index.ts';
import { visibleText } from '../../lib/security/index.ts';
import { shortened, visibleWords } from '../parts/rich-text.tsx';
import { findToolView } from './tool-labels.ts';

/** The maximum number of arguments named in the sentence. */
export const MAX_NAMED = 3;
/** If there are more arguments than this, the text that is sent is shown. */
const MAX_LISTED = 100;

/** Returns the arguments by name. Null if they have another form. */
export function parseApprovalArguments(confirm: ApprovalDetails): Record<string, unknown> | null {
  const input: unknown = JSON.parse(confirm.arguments);
  return typeof input === 'object' && input !== null && !Array.isArray(input)
    ? (input as Record<string, unknown>)
    : null;
}

/**
 * Returns the arguments to list in full below the sentence. Null if they have no names or there are too many. Empty if
 * the sentence and the address already contain all of them.
 */
export function argumentsBelow(confirm: ApprovalDetails): [name: string, value: string][] | null {
  const values = parseApprovalArguments(confirm);
  if (values === null) return null;
  const inputEntries = Object.entries(values).filter(([, value]) => value !== confirm.destination);
  if (inputEntries.length > MAX_LISTED) return null;
  const question = findToolQuestion(confirm);
  const namesInSentence = Object.values(question?.values ?? {});
  const inSentence =
    question === null
      ? inputEntries
      : inputEntries.filter(([name, value]) => namesInSentence.includes(name) || value === '');
  // A value with quotation marks could look like several values.
  const isWhole = ([name, value]: [string, unknown]) =>
    [name, value].every((each) => stringifyValue(each) === shortText(each) && !/[“”"]/.test(stringifyValue(each))) &&
    asciiNote(stringifyValue(value)) === null;
  if (inSentence.length === inputEntries.length && inputEntries.length <= MAX_NAMED && inputEntries.every(isWhole))
    return [];
  return inputEntries.map(([name, value]) => [name, stringifyValue(value)]);
}

/** Returns the tool's own question for this call, or null if none applies. */
export function findToolQuestion(confirm: ApprovalDetails): ToolQuestion | null {
  const values = parseApprovalArguments(confirm);
  const isKnown = (argument: string) => stringifyValue(values?.[argument] ?? '') !== '';
  const fits = ({ values: named = {}, destination, site }: ToolQuestion) =>
    Object.values(named).every(isKnown) &&
    (destination === undefined || confirm.destination !== null) &&
    (site === undefined || confirm.origin !== null);
  return findToolView(confirm.toolName)?.questions?.find(fits) ?? null;
}

/** Returns the host of an address in ASCII, or a name for an address without one. */
export function destinationHost(destination: string | null): string {
  if (destination === BROWSER_SEARCH) return t('browserSearchEngine');
  return URL.parse(destination ?? '')?.host || t('unreadableAddress');
}

/** Returns an address as it is sent: the host in ASCII, and every other character outside ASCII escaped. */
export function asciiAddress(address: string): string {
  return visibleText(URL.parse(address)?.href ?? address);
}

/** Returns the address with its host in ASCII if the text is an address whose host is written in other letters. */
export function asciiNote(text: string): string | null {
  const url = /^\s*[a-z][a-z\d+.-]*:\/\//i.test(text) ? URL.parse(text) : null;
  return url !== null && url.host !== '' && !text.toLowerCase().includes(url.hostname) ? visibleText(url.href) : null;
}

/** Returns the name of a site, as written by a model, in ASCII. */
export function asciiSite(site: string): string {
  const url = URL.parse(/^[a-z]+:\/\//i.test(site) ? site : `https://${site}`);
  return shortText(url?.host || site);
}

/**
 * Returns a value on one line, not longer than a line of the sentence, and with no quotation marks other than those
 * added here.
 */
export function quotedText(value: unknown): string {
  return `“${shortText(value).replace(/[“”„‟]/g, '"')}”`;
}

export function shortText(value: unknown): string {
  return shortened(visibleWords(stringifyValue(value).replace(/\s+/g, ' ').trim()));
}

export function stringifyValue(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Names for the user's own sources. Sites, files and servers are called by their own names. */
const OWN_SOURCES: ReadonlyMap<string, PlainKey> = new Map([
  ['chats', 'sourceChats'],
  ['bookmarks', 'sourceBookmarks'],
  ['history', 'sourceHistory'],
  ['import', 'sourceImport'],
  ['field', 'sourceField'],
  [`search: ${BROWSER_SEARCH}`, 'sourceBrowserSearch'],
]);

export function sourceName(source: string): string {
  const key = OWN_SOURCES.get(source);
  return key === undefined ? visibleWords(source) : t(key);
}
