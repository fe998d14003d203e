import { DIALECTS } from './formats/all-formats.ts';
import { Pattern } from './pattern.ts';
import { BAR_NAMESPACE, GAP, NAMESPACE, SUFFIX } from './tag-names.ts';

export type MarkerAction =
  | { type: 'open'; format: string }
  | { type: 'close' }
  | { type: 'separate' }
  | { type: 'drop' }
  /** Begins a message with a header. */
  | { type: 'message' }
  /**
   * Begins reasoning, which any of `closes` ends. `isToken`: a special token, which counts anywhere since it is never
   * written by accident.
   */
  | { type: 'think'; closes: readonly string[]; isToken: boolean }
  | { type: 'unthink'; isToken: boolean }
  /** Begins or ends an answer that follows reasoning. Elsewhere it is an ordinary element. */
  | { type: 'frame'; isEnd: boolean };

type Node<Value> = { next: Map<number, Node<Value>>; value: Value | null };

type MarkerMatch<Value> =
  | { type: 'match'; value: Value; length: number }
  /** More text is needed to decide. */
  | { type: 'more' }
  | { type: 'none' };

/**
 * Matches literal markers, longest first and tolerantly, since models, detokenizers and Markdown change them. `｜` and
 * `‖` are read as `|` and may be repeated. `▁`, a space, a hyphen and an escaped `\_` are read as `_`, which may also
 * be missing. A space beside a bar or inside a bracket is skipped (quirks: format-deepseek-v3, format-dsml,
 * format-steptml, doubled-bars, spaced-markers).
 */
class MarkerTrie<Value> {
  readonly #root: Node<Value> = { next: new Map(), value: null };
  /** All markers, as written. */
  readonly all: string[] = [];

  add(marker: string, value: Value): void {
    let node = this.#root;
    for (let at = 0; at < marker.length; at++) {
      const code = fold(marker.charCodeAt(at));
      const next = node.next.get(code) ?? { next: new Map(), value: null };
      node.next.set(code, next);
      node = next;
    }
    node.value ??= value;
    this.all.push(marker);
  }

  /**
   * Finds the longest marker at `at`. Returns `more` only if no marker has matched yet or a longer one is still
   * possible.
   */
  match(text: string, at: number): MarkerMatch<Value> {
    let node = this.#root;
    let match: MarkerMatch<Value> = { type: 'none' };
    let end = at;
    let skipped = 0;
    for (;;) {
      if (end >= text.length) return node.next.size > 0 && end > at ? { type: 'more' } : match;
      let code = fold(text.charCodeAt(end));
      if (code === BACKSLASH && node.next.has(UNDERSCORE)) {
        if (end + 1 >= text.length) return { type: 'more' };
        if (text.charCodeAt(end + 1) === UNDERSCORE) {
          end++;
          code = UNDERSCORE;
        }
      }
      const next = isBeforeEnd(text, end)
        ? undefined
        : (node.next.get(code) ?? node.next.get(UNDERSCORE)?.next.get(code));
      if (!next) {
        if (skipped === MAX_SKIPPED || !maySkip(text, at, end, node.next)) return match;
        skipped++;
        end++;
        continue;
      }
      node = next;
      end++;
      if (node.value !== null) match = { type: 'match', value: node.value, length: end - at };
    }
  }
}

/**
 * Whether the character at `end`, which is not in the marker that starts at `at`, is a bar or a space that may be
 * skipped there.
 */
function maySkip(text: string, at: number, end: number, next: ReadonlyMap<number, unknown>): boolean {
  const isSpace = text.charCodeAt(end) === SPACE;
  const isBesideBar = end > at + 1 && (isBar(text, end - 1) || next.has(BAR));
  if (isBesideBar && (isSpace || isBar(text, end))) return true;
  return isSpace && end > at && (/[<[/ ]/.test(text.charAt(end - 1)) || ENDS.some((code) => next.has(code)));
}

/** Whether a space at `end` precedes a bar or the end of a marker, and so does not stand for a `_`. */
function isBeforeEnd(text: string, end: number): boolean {
  return text.charCodeAt(end) === SPACE && (isBar(text, end + 1) || text.charAt(end + 1) === '>');
}

/** The characters `>`, `]` and `/`, which a space may precede. */
const ENDS = [0x3e, 0x5d, 0x2f];
const UNDERSCORE = 0x5f;
const BACKSLASH = 0x5c;
const BAR = 0x7c;
const SPACE = 0x20;
const HYPHEN = 0x2d;
/** How many more bars and spaces a marker may have than in its table. */
const MAX_SKIPPED = 8;

function isBar(text: string, at: number): boolean {
  return fold(text.charCodeAt(at)) === BAR;
}

function fold(code: number): number {
  if (code === 0xff5c || code === 0x2016 || code === 0xa6 || code === 0x2502) return BAR;
  if (code === 0x2581 || code === SPACE || code === HYPHEN) return UNDERSCORE;
  return code;
}

const markers = new MarkerTrie<MarkerAction>();

/** The markers of every dialect, as written. */
export const MARKERS: readonly string[] = markers.all;

/**
 * Adds a token of a call, with and without its bars, which some servers drop. Without bars, other tokens such as
 * `<|end|>` would be ordinary tags.
 */
function addToken(marker: string, action: MarkerAction): void {
  markers.add(marker, action);
  const bare = marker.replaceAll('|', '');
  if (bare !== marker && /^<\/?\w*tool_calls?_\w+>$/.test(bare)) markers.add(bare, action);
}

for (const dialect of DIALECTS) {
  for (const marker of dialect.open ?? []) addToken(marker, { type: 'open', format: dialect.name });
  for (const marker of dialect.close ?? []) addToken(marker, { type: 'close' });
  for (const marker of dialect.separate ?? []) addToken(marker, { type: 'separate' });
  for (const marker of dialect.drop ?? []) markers.add(marker, { type: 'drop' });
  for (const [open, ...closes] of dialect.think ?? []) {
    const isToken = !/^<\w+>$/.test(open);
    markers.add(open, { type: 'think', closes, isToken });
    for (const close of closes) markers.add(close, { type: 'unthink', isToken });
  }
  for (const [open, close] of dialect.frame ?? []) {
    markers.add(open, { type: 'frame', isEnd: false });
    markers.add(close, { type: 'frame', isEnd: true });
  }
}
for (const marker of ['<|start|>', '<|channel|>']) markers.add(marker, { type: 'message' });
// Closing tags of elements that may be left over after a call.
for (const tag of [
  'tool',
  'tools',
  'tool_use',
  'use_tool',
  'function',
  'invoke',
  'parameter',
  'parameters',
  'arguments',
  'tool_input',
  'arg_value',
]) {
  markers.add(`</${tag}>`, { type: 'close' });
}

/** A section or a call of any vendor: in a namespace, with a vendor's name before it, or with a suffix after it. */
const SECTION = new Pattern(
  `<(\\/?)(?:${NAMESPACE}(?:[A-Za-z][A-Za-z\\d]{0,30}_)?(?:tool|function)_?calls?|${BAR_NAMESPACE}calls?)${SUFFIX} ?>`,
  { ignoresCase: true },
);

const PARTS = '(?:invoke|function|tool|parameters?|param|arguments?|arg_key|arg_value|tool_input)';

/** The closing tag of a part of a call in any namespace. */
const PART_END = new Pattern(`<\\/${NAMESPACE}${PARTS}${SUFFIX} ?>`, { ignoresCase: true });

/**
 * The same tags with spaces inside their brackets, but without a namespace, since any word after a `<` could be one.
 * quirk: spaced-markers
 */
const SPACED_SECTION = new Pattern(`<${GAP}(\\/?)${GAP}(?:tool|function)_?calls?${SUFFIX}${GAP}>`, {
  ignoresCase: true,
});
const SPACED_PART_END = new Pattern(`<${GAP}\\/${GAP}${PARTS}${SUFFIX}${GAP}>`, { ignoresCase: true });

/** Hunyuan closes a call with this tag. quirk: format-hunyuan-suffix */
const CALL_END = new Pattern(`<end_of_tool_calls?${SUFFIX}>`);

/** A tag with a suffix that does not belong to a call (quirk: format-hunyuan-suffix). */
const SUFFIXED = new Pattern('<(\\/?)(think|answer|tool_sep)(:(?:[\\da-f]{4,40}|opensource))>');

/**
 * A tag of Kimi K3 with other words than in its table, since models drop tokens between two tags, or with the spaces of
 * a detokenizer (quirks: format-kimi-k3, spaced-markers).
 */
const K3_TAG = new Pattern('<\\|(close|open)\\|> ?(?:tools|response|message|think|call)[a-z]{0,20} ?<\\|sep\\|>');

/** Matches the marker at `at`: one from a dialect's table, or a variation of one. */
export function matchMarker(text: string, at: number): MarkerMatch<MarkerAction> {
  const match = markers.match(text, at);
  if (match.type === 'match' || text.charAt(at) !== '<') return match;
  let mayBecome = match.type === 'more';
  for (const [pattern, getAction] of VARIATIONS) {
    const patternMatch = pattern.match(text, at);
    if (patternMatch === 'more') mayBecome = true;
    else if (patternMatch !== null)
      return { type: 'match', value: getAction(patternMatch), length: patternMatch[0].length };
  }
  return mayBecome ? { type: 'more' } : match;
}

const VARIATIONS: readonly (readonly [Pattern, (match: RegExpExecArray) => MarkerAction])[] = [
  [SECTION, readSection],
  [SPACED_SECTION, readSection],
  [PART_END, () => ({ type: 'close' })],
  [SPACED_PART_END, () => ({ type: 'close' })],
  [CALL_END, () => ({ type: 'close' })],
  [SUFFIXED, readSuffixed],
  [K3_TAG, ([, action]) => (action === 'close' ? { type: 'close' } : { type: 'drop' })],
];

function readSection([, slash]: RegExpExecArray): MarkerAction {
  return slash === '/' ? { type: 'close' } : { type: 'open', format: 'function-calls' };
}

function readSuffixed([, slash, tag, suffix]: RegExpExecArray): MarkerAction {
  if (tag === 'tool_sep') return { type: slash === '/' ? 'close' : 'separate' };
  if (tag === 'answer') return { type: 'frame', isEnd: slash === '/' };
  return slash === '/'
    ? { type: 'unthink', isToken: true }
    : { type: 'think', closes: [`</think${suffix}>`], isToken: true };
}
