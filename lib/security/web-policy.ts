import {
  type AssistantMessage,
  listToolCalls,
  type SearchResult,
  type ThreadState,
  type Tool,
  type ToolCall,
  type ToolFailureCode,
  WEB_LIMITS,
  type WebEgress,
  type WebErrorCode,
} from '../contracts/index.ts';
import { memoize } from '../control-flow/index.ts';
import { hasUnspacedText } from '../text/index.ts';
import { addressKey, decodedText, isPrivateAddress } from './addresses.ts';
import { maskSecrets, secretValues } from './mask-secrets.ts';
import { MIN_TITLE, userTextsWithoutTitles } from './provenance.ts';

/**
 * The maximum number of addresses that a run may open without approval because search results or pages contain them.
 */
const MAX_FOUND_ADDRESSES = 5;
/**
 * How many of the most recently read addresses are eligible. With more of them, the choice itself would reveal more.
 */
const MAX_CHOICE = 64;
/**
 * The maximum number of searches that a run makes without approval in the user's own words, and of words per search,
 * because the choice of words can reveal something.
 */
const MAX_OWN_QUERIES = 3;
const MAX_OWN_WORDS = 12;

/** Returns what a call with this input reveals to the web. Null for tools that reveal nothing to it. */
export function getWebEgress({ effects }: Tool, input: unknown): WebEgress | null {
  return effects?.optIn?.type === 'web' ? effects.optIn.webEgress(input) : null;
}

type WebCall = { state: ThreadState; run: AssistantMessage; call: ToolCall };

/**
 * Returns why this call must not run even with the user's approval, or null. It must not if it would send a masked
 * secret, lead into the local network, or exceed the page limit of its run.
 */
export function webRefusal(
  egress: WebEgress,
  { state, run, call }: WebCall,
  tools: readonly Tool[],
): { errorText: string; code: WebErrorCode } | null {
  const outgoing = egress.type === 'query' ? `${egress.query} ${egress.site}` : egress.url;
  if (carriesSecret(outgoing, state))
    return { code: 'carries-secret', errorText: 'Not run: this would send out something that is masked as a secret.' };
  if (egress.type === 'query') return null;
  const url = URL.parse(egress.url);
  if (url !== null && isPrivateAddress(url) && !typedAddresses(state).has(addressKey(url)))
    return {
      code: 'private-address',
      errorText:
        'Not opened: this address leads to this computer or the local network. The user has to write it in the chat first.',
    };
  if (webCallsBefore(run, call, tools, 'address').length < WEB_LIMITS.pages) return null;
  const errorText = `Not opened: one answer may open ${WEB_LIMITS.pages} pages. Answer with what you have.`;
  return { code: 'page-limit', errorText };
}

/**
 * Returns what a call may send without approval although untrusted text was read, or null. It may open an address that
 * the user wrote, or one found in search results and pages, five times per run. It may search for words that the user
 * wrote in this chat, three times per run. A search is sent in a canonical form, in which only the choice of words can
 * reveal something.
 */
export function coveredEgress(
  egress: WebEgress,
  { state, run, call }: WebCall,
  tools: readonly Tool[],
): WebEgress | null {
  if (egress.type === 'query') {
    const before = unaskedBefore(run, call, tools, 'query');
    return before.length < MAX_OWN_QUERIES ? usersQuery(egress, state) : null;
  }
  const url = URL.parse(egress.url);
  if (url === null) return null;
  const key = addressKey(url);
  if (typedAddresses(state).has(key)) return egress;
  const before = unaskedBefore(run, call, tools, 'address');
  return before.length < MAX_FOUND_ADDRESSES && foundAddresses(state).has(key) ? egress : null;
}

/** Returns earlier calls of this run that sent something without approval. */
function unaskedBefore(
  run: AssistantMessage,
  call: ToolCall,
  tools: readonly Tool[],
  type: WebEgress['type'],
): ToolCall[] {
  // A call that was approved for a tab had first loaded the page without approval, so it counts.
  return webCallsBefore(run, call, tools, type).filter(
    ({ granted, rule, tab }) => (granted === undefined || tab !== undefined) && rule === undefined,
  );
}

/** Errors of calls that never sent anything. */
const NOT_SENT: ReadonlySet<ToolFailureCode> = new Set([
  'carries-secret',
  'page-limit',
  'refused',
  'expired',
  'moved',
  'not-run',
  'unknown-tool',
  'bad-input',
]);

/** Returns earlier calls of this run that opened pages, or searched. Refused ones sent nothing. */
function webCallsBefore(
  run: AssistantMessage,
  call: ToolCall,
  tools: readonly Tool[],
  type: WebEgress['type'],
): ToolCall[] {
  const calls = run.steps.flatMap(listToolCalls);
  const end = calls.findLastIndex(({ toolCallId }) => toolCallId === call.toolCallId);
  return calls.slice(0, end < 0 ? calls.length : end).filter((each) => {
    if (!('input' in each)) return false;
    // A call whose tab was refused had already loaded the page without one.
    if (each.state === 'output-error' && NOT_SENT.has(each.code ?? 'failed') && each.tab === undefined) return false;
    const isRepeated = each.state === 'output-available' && each.output.details?.repeatedOf !== undefined;
    const tool = tools.find(({ name }) => name === each.toolName);
    return !isRepeated && tool !== undefined && getWebEgress(tool, each.input)?.type === type;
  });
}

/**
 * Returns a query in the user's words: in lower case, each word once, in the order in which the user wrote them, with
 * nothing in between. Null if a word, or the site, is not the user's. The model only chooses which words to use, at
 * most 12.
 */
function usersQuery(
  { query, site }: { query: string; site: string },
  state: ThreadState,
): (WebEgress & { type: 'query' }) | null {
  const texts = userTextsWithoutTitles(state, (title) => title.length >= MIN_TITLE);
  const userText = canonical(texts.join('\n'));
  const places = new Map<string, number>();
  for (const { 0: word, index } of userText.matchAll(WORD)) if (!places.has(word)) places.set(word, index);
  const words = new Set(canonical(query).match(WORD));
  const placedWords = [...words].map((word) => ({
    word,
    place: places.get(word) ?? (isUnspaced(word) ? userText.indexOf(word) : -1),
  }));
  if (words.size === 0 || words.size > MAX_OWN_WORDS || placedWords.some(({ place }) => place < 0)) return null;
  if (site !== '' && !typedHosts(state).has(bareHost(site))) return null;
  const text = joined(
    placedWords.toSorted((one, other) => one.place - other.place),
    userText,
  );
  return { type: 'query', query: text.join(' '), site: site === '' ? '' : bareHost(site) };
}

type PlacedWord = { word: string; place: number };

/**
 * Returns the words as they are sent. In scripts without spaces, any part of the user's text counts as a word. Parts
 * that touch or overlap are sent as the passage that they cover, which leaves fewer choices.
 */
function joined(placedWords: readonly PlacedWord[], userText: string): string[] {
  const passages: { start: number; end: number; isUnspaced: boolean }[] = [];
  for (const { word, place } of placedWords) {
    const last = passages.at(-1);
    const end = place + word.length;
    if (last?.isUnspaced && isUnspaced(word) && place <= last.end) last.end = Math.max(last.end, end);
    else passages.push({ start: place, end, isUnspaced: isUnspaced(word) });
  }
  return passages.map(({ start, end }) => userText.slice(start, end));
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** Whether a word is entirely in a script without spaces, where any part of the user's text counts as a word. */
function isUnspaced(word: string): boolean {
  return [...word].every(hasUnspacedText);
}

function canonical(text: string): string {
  return text.normalize('NFKC').toLowerCase().normalize('NFKC');
}

/** Returns the hosts of the addresses that the user wrote. */
function typedHosts(state: ThreadState): ReadonlySet<string> {
  return new Set([...typedAddresses(state)].map((address) => bareHost(URL.parse(address)?.hostname ?? '')));
}

function bareHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '');
}

/**
 * Returns the addresses that the user wrote in this chat, with and without their scheme. Titles quoted in a prompt are
 * text of the page and do not count.
 */
export function typedAddresses(state: ThreadState): ReadonlySet<string> {
  const texts = userTextsWithoutTitles(
    state,
    (title) => title.includes('.') || title.includes(':') || title.includes('localhost'),
  );
  const tokens = texts.flatMap((text) => text.match(/[^\s<>"'`()[\]{}]+/g) ?? []);
  const addresses = tokens.flatMap((token) => {
    const bare = token.replace(/(?<![.,;:!?…])[.,;:!?…]+$/, '');
    if (/^https?:\/\//i.test(bare)) return [bare];
    return /^(?:localhost|[^/:@]+\.[^/:@]+|[\d.]+)(?::\d+)?(?:[/?#]|$)/i.test(bare)
      ? [`https://${bare}`, `http://${bare}`].filter((address) => isWrittenOut(bare, address))
      : [];
  });
  return new Set(addresses.flatMap((address) => toAddressKeys(address)));
}

/**
 * Whether a number that was parsed as an IP address was written as one. 10.5 and 127.1 are numbers, and macOS 10.15.7
 * is a version.
 */
function isWrittenOut(text: string, address: string): boolean {
  const host = URL.parse(address)?.hostname ?? '';
  return !/^[\d.]+$/.test(host) || text.startsWith(host);
}

/** Returns the keys of addresses that may be opened without approval. */
function foundAddresses(state: ThreadState): ReadonlySet<string> {
  return new Set([...new Set(addressesRead(state).flatMap(toAddressKeys))].slice(0, MAX_CHOICE));
}

/**
 * Returns addresses in search results, followed by links on pages that were read in this chat, except those in files or
 * in an imported chat. In both groups, the most recently read come first.
 */
export function addressesRead(state: ThreadState): string[] {
  // An imported chat could contain arbitrary search results.
  const runs = state.messages.flatMap((message) =>
    message.role === 'assistant' && !state.imported.has(message.messageId) ? [message] : [],
  );
  const results = runs
    .toReversed()
    .flatMap(({ steps }) => steps.flatMap(listToolCalls).toReversed().flatMap(listResultUrls));
  const links = runs.toReversed().flatMap(({ contexts, steps }) => {
    const ofPages = contexts.flatMap((part) =>
      part.state === 'available' && part.source.type === 'tab'
        ? linksIn(part.context.text, part.context.source.url)
        : [],
    );
    return [...steps.flatMap(listToolCalls).toReversed().flatMap(listLinkUrls), ...ofPages];
  });
  return [...results, ...links];
}

function listResultUrls(call: ToolCall): string[] {
  const results = call.state === 'output-available' ? call.output.details?.results : undefined;
  return Array.isArray(results) ? (results as SearchResult[]).map(({ url }) => url) : [];
}

function listLinkUrls(call: ToolCall): string[] {
  if (call.state !== 'output-available') return [];
  const { links, preview, url, repeatedOf } = (call.output.details ?? {}) as {
    links?: unknown;
    preview?: { kind: string; items?: { url?: string }[] };
    url?: string;
    repeatedOf?: string;
  };
  const isOfPage = repeatedOf === undefined && !canMakeLink(JSON.stringify([call.input, call.leftOut]));
  return [
    ...(Array.isArray(links) ? links.filter((link) => typeof link === 'string') : []),
    ...(preview?.kind === 'links' ? (preview.items ?? []).flatMap((item) => item.url ?? []) : []),
    ...(typeof url === 'string' && isOfPage ? linksIn(call.output.content, url) : []),
  ];
}

/**
 * Whether these arguments could put a link into a result that repeats them, in full, in part or decoded, as tools do
 * for names that they do not find. Such a link comes from the model and not from the page.
 */
function canMakeLink(args: string): boolean {
  const at = args.search(/\]|%5d/i);
  return at >= 0 && /\(|%28/.test(args.slice(at));
}

/** Returns the targets of the links in a Markdown text. */
function linksIn(markdown: string, base: string): string[] {
  return [...markdown.matchAll(/(?<!\\)\]\(([^()\s]+)\)/g)].flatMap(
    ([, target = '']) => URL.parse(target, base)?.href ?? [],
  );
}

function toAddressKeys(address: string): string[] {
  const url = URL.parse(address);
  return url === null ? [] : [addressKey(url)];
}

/**
 * Whether an outgoing text contains a secret: one recognized by its format, or one that is masked in what this chat has
 * read.
 */
export function carriesSecret(outgoing: string, state: ThreadState): boolean {
  const decoded = decodedText(outgoing);
  if ([outgoing, decoded].some((text) => maskSecrets(text).masked.length > 0)) return true;
  const outgoingForms = [outgoing, decoded, compact(decoded)];
  const sentPieces = listPieces(compact(decoded));
  return state.messages.some((message) => {
    if (message.role !== 'assistant') return false;
    const { values, pieces } = collectSecrets(message);
    return (
      values.some((secret) => outgoingForms.some((text) => text.includes(secret) || text.includes(compact(secret)))) ||
      sentPieces.some((piece) => pieces.has(piece))
    );
  });
}

/** A part of a secret with this many letters and digits reveals as much as a short secret. */
const PIECE = 12;

function listPieces(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - PIECE + 1) }, (_, start) => text.slice(start, start + PIECE));
}

/** Removes the separators between groups of digits. */
function compact(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '');
}

type KnownSecrets = { values: string[]; pieces: ReadonlySet<string> };

/** Memoized by message object, because the reducer creates a new one for every change. */
const collectSecrets = memoize((run: AssistantMessage): KnownSecrets => {
  const results = run.steps
    .flatMap(listToolCalls)
    .flatMap((call) =>
      call.state === 'output-available' ? secretValues(call.output.content, call.output.secrets) : [],
    );
  const pages = run.contexts.flatMap((part) =>
    part.state === 'available' ? secretValues(part.context.text, part.context.secrets) : [],
  );
  // Shorter ones, such as four-digit codes, occur everywhere by chance.
  const values = [...results, ...pages].filter((secret) => compact(secret).length >= 6);
  return { values, pieces: new Set(values.flatMap((secret) => listPieces(compact(secret)))) };
});
