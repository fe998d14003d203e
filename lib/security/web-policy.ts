import {
  type AssistantMessage,
  isSettled,
  PROJECT_FILES,
  type SearchResult,
  type ThreadState,
  type Tool,
  type ToolCall,
  type ToolFailureCode,
  toolCallsOf,
  WEB_LIMITS,
  type WebEgress,
  type WebErrorCode,
} from '../contracts/index.ts';
import { addressKey, decodedText, isPrivateAddress } from './addresses.ts';
import { maskSecrets, secretValues } from './mask-secrets.ts';
import { userTexts, userTextsWithoutTitles } from './provenance.ts';

/** Addresses a run may open without asking because search results or pages name them. */
const MAX_FOUND_ADDRESSES = 5;
/** Maximum length of a query that needs no approval, in characters: the order of many words can encode data. */
const MAX_QUERY = 200;

type WebCall = { state: ThreadState; run: AssistantMessage; call: ToolCall };

/**
 * Why this call must not run at all, whatever the user would allow, or null: it would carry a secret that is masked, lead
 * into the own network, or be the ninth page of its run.
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
  if (openingsBefore(run, call, tools).length < WEB_LIMITS.pages) return null;
  const errorText = `Not opened: one answer may open ${WEB_LIMITS.pages} pages. Answer with what you have.`;
  return { code: 'page-limit', errorText };
}

/**
 * Whether a call that tells somebody something may go without asking although untrusted text was read: it opens an address
 * that the user wrote, or that stands in search results or as a link on a page, five a run; or it searches for words that
 * the user wrote in this chat, each once.
 */
export function isWebCallCovered(egress: WebEgress, { state, run, call }: WebCall, tools: readonly Tool[]): boolean {
  if (egress.type === 'query') return isUsersQuery(egress, state);
  const url = URL.parse(egress.url);
  if (url === null) return false;
  const key = addressKey(url);
  if (typedAddresses(state).has(key)) return true;
  // An address that was approved for a tab was loaded before, as a found one.
  const found = openingsBefore(run, call, tools).filter(
    ({ granted, rule, tab }) => (granted === undefined || tab !== undefined) && rule === undefined,
  );
  return found.length < MAX_FOUND_ADDRESSES && foundAddresses(state).has(key);
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

/** Calls of this run that open pages and were made before this one; refused ones opened nothing. */
function openingsBefore(run: AssistantMessage, call: ToolCall, tools: readonly Tool[]): ToolCall[] {
  const calls = run.steps.flatMap(toolCallsOf);
  const end = calls.findIndex(({ toolCallId }) => toolCallId === call.toolCallId);
  return calls.slice(0, end < 0 ? calls.length : end).filter((each) => {
    if (!('input' in each)) return false;
    // A page that was not opened in a tab had been loaded without.
    if (each.state === 'output-error' && NOT_SENT.has(each.code ?? 'failed') && each.tab === undefined) return false;
    const isRepeated = each.state === 'output-available' && each.output.details?.repeatedOf !== undefined;
    const tool = tools.find(({ name }) => name === each.toolName);
    return !isRepeated && tool?.webEgress?.(each.input as never).type === 'address';
  });
}

function isUsersQuery({ query, site }: { query: string; site: string }, state: ThreadState): boolean {
  if (query.length > MAX_QUERY) return false;
  const written = userTexts(state).join('\n');
  const known = new Set(wordsOf(written));
  const words = wordsOf(query);
  // Each once: how often a word is repeated could tell something as well.
  if (new Set(words).size < words.length) return false;
  return [...words, ...wordsOf(site)].every(
    (word) => known.has(word) || (UNSPACED.test(word) && written.includes(word)),
  );
}

/** Writing without spaces: a word of a query is a part of what was written. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+$/u;

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** Addresses the user wrote in this chat, with and without their scheme. Titles that a prompt quotes are the page's words. */
export function typedAddresses(state: ThreadState): ReadonlySet<string> {
  const texts = userTextsWithoutTitles(
    state,
    (title) => title.includes('.') || title.includes(':') || title.includes('localhost'),
  );
  const tokens = texts.flatMap((text) => text.match(/[^\s<>"'`()[\]{}]+/g) ?? []);
  const addresses = tokens.flatMap((token) => {
    const bare = token.replace(/[.,;:!?…]+$/, '');
    if (/^https?:\/\//i.test(bare)) return [bare];
    return /^(?:localhost|[^/:@]+\.[^/:@]+|[\d.]+)(?::\d+)?(?:[/?#]|$)/i.test(bare)
      ? [`https://${bare}`, `http://${bare}`]
      : [];
  });
  return new Set(addresses.flatMap((address) => keyOf(address)));
}

/** Addresses that stand in search results, or as links on pages that were read in this chat; not those in files. */
function foundAddresses(state: ThreadState): ReadonlySet<string> {
  const runs = state.messages.flatMap((message) => (message.role === 'assistant' ? [message] : []));
  const ofPages = runs.flatMap(({ contexts }) =>
    contexts.flatMap((part) =>
      part.state === 'available' && part.tabId !== PROJECT_FILES
        ? linksIn(part.context.text, part.context.source.url)
        : [],
    ),
  );
  const ofCalls = runs.flatMap(({ steps }) => steps.flatMap(toolCallsOf)).flatMap(addressesOf);
  return new Set([...ofPages, ...ofCalls].flatMap(keyOf));
}

function addressesOf(call: ToolCall): string[] {
  if (!isSettled(call) || call.state !== 'output-available') return [];
  const { results, links, preview, url, repeatedOf } = (call.output.details ?? {}) as {
    results?: SearchResult[];
    links?: unknown;
    preview?: { kind: string; items?: { url?: string }[] };
    url?: string;
    repeatedOf?: string;
  };
  const isOfPage = repeatedOf === undefined && !canMakeLink(JSON.stringify([call.input, call.leftOut]));
  return [
    ...(results ?? []).map((result) => result.url),
    ...(Array.isArray(links) ? links.filter((link) => typeof link === 'string') : []),
    ...(preview?.kind === 'links' ? (preview.items ?? []).flatMap((item) => item.url ?? []) : []),
    ...(typeof url === 'string' && isOfPage ? linksIn(call.output.content, url) : []),
  ];
}

/**
 * Whether a link stands in a result that repeats these arguments, whole, in part or decoded, as tools do for names that they do
 * not find. Such a link is the model's and not the page's.
 */
function canMakeLink(args: string): boolean {
  const at = args.search(/\]|%5d/i);
  return at >= 0 && /\(|%28/.test(args.slice(at));
}

/** Where the links of a text in Markdown lead. */
function linksIn(markdown: string, base: string): string[] {
  return [...markdown.matchAll(/(?<!\\)\]\(([^()\s]+)\)/g)].flatMap(
    ([, target = '']) => URL.parse(target, base)?.href ?? [],
  );
}

function keyOf(address: string): string[] {
  const url = URL.parse(address);
  return url === null ? [] : [addressKey(url)];
}

/** Whether a text that goes out has a secret in it: one by its form, or one that stands masked in what this chat has read. */
export function carriesSecret(outgoing: string, state: ThreadState): boolean {
  const decoded = decodedText(outgoing);
  if ([outgoing, decoded].some((text) => maskSecrets(text).masked.length > 0)) return true;
  const sent = [outgoing, decoded, compact(decoded)];
  return state.messages.some(
    (message) =>
      message.role === 'assistant' &&
      secretsOf(message).some((secret) => sent.some((text) => text.includes(secret) || text.includes(compact(secret)))),
  );
}

/** Without what separates groups of digits. */
function compact(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '');
}

/** By message object: the reducer makes a new one for every change. */
const knownSecrets = new WeakMap<AssistantMessage, string[]>();

function secretsOf(run: AssistantMessage): string[] {
  const known = knownSecrets.get(run);
  if (known !== undefined) return known;
  const results = run.steps
    .flatMap(toolCallsOf)
    .flatMap((call) => (call.state === 'output-available' ? [call.output.content] : []));
  const pages = run.contexts.flatMap((part) => (part.state === 'available' ? [part.context.text] : []));
  // Shorter ones, such as codes of four digits, stand everywhere by chance.
  const secrets = [...results, ...pages].flatMap(secretValues).filter((secret) => compact(secret).length >= 6);
  knownSecrets.set(run, secrets);
  return secrets;
}
