import { DIALECTS } from './formats/all-formats.ts';
import { Pattern } from './pattern.ts';

export type MarkerAction =
  | { type: 'open'; format: string }
  | { type: 'close' }
  | { type: 'separate' }
  | { type: 'drop' }
  /** Begins a message with a header. */
  | { type: 'message' }
  /** Begins reasoning; `close` ends it. `isToken`: a special token, which counts anywhere since it is never written by accident. */
  | { type: 'think'; close: string; isToken: boolean }
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
 * Matches literal markers, longest first, and tolerantly: `｜` is `|`, and `▁`, a space and an escaped `\_` are `_`, since
 * detokenizers and Markdown change these (quirks: format-deepseek-v3, format-dsml, format-steptml).
 */
class MarkerTrie<Value> {
  private readonly root: Node<Value> = { next: new Map(), value: null };
  /** All markers, as written. */
  readonly all: string[] = [];

  add(marker: string, value: Value): void {
    let node = this.root;
    for (let at = 0; at < marker.length; at++) {
      const code = fold(marker.charCodeAt(at));
      const next = node.next.get(code) ?? { next: new Map(), value: null };
      node.next.set(code, next);
      node = next;
    }
    node.value ??= value;
    this.all.push(marker);
  }

  /** Finds the longest marker at `at`. Returns `more` only if no marker has matched yet or a longer one is still possible. */
  match(text: string, at: number): MarkerMatch<Value> {
    let node = this.root;
    let found: MarkerMatch<Value> = { type: 'none' };
    let end = at;
    for (;;) {
      if (end >= text.length) return node.next.size > 0 && end > at ? { type: 'more' } : found;
      let code = fold(text.charCodeAt(end));
      if (code === BACKSLASH && node.next.has(UNDERSCORE)) {
        if (end + 1 >= text.length) return { type: 'more' };
        if (text.charCodeAt(end + 1) === UNDERSCORE) {
          end++;
          code = UNDERSCORE;
        }
      }
      const next = node.next.get(code);
      if (!next) return found;
      node = next;
      end++;
      if (node.value !== null) found = { type: 'match', value: node.value, length: end - at };
    }
  }
}

const UNDERSCORE = 0x5f;
const BACKSLASH = 0x5c;

function fold(code: number): number {
  if (code === 0xff5c) return 0x7c;
  if (code === 0x2581 || code === 0x20) return UNDERSCORE;
  return code;
}

const markers = new MarkerTrie<MarkerAction>();

/** The markers of every dialect, as written. */
export const MARKERS: readonly string[] = markers.all;

for (const dialect of DIALECTS) {
  for (const marker of dialect.open ?? []) markers.add(marker, { type: 'open', format: dialect.name });
  for (const marker of dialect.close ?? []) markers.add(marker, { type: 'close' });
  for (const marker of dialect.separate ?? []) markers.add(marker, { type: 'separate' });
  for (const marker of dialect.drop ?? []) markers.add(marker, { type: 'drop' });
  for (const [open, close] of dialect.think ?? []) {
    const isToken = !/^<\w+>$/.test(open);
    markers.add(open, { type: 'think', close, isToken });
    markers.add(close, { type: 'unthink', isToken });
  }
  for (const [open, close] of dialect.frame ?? []) {
    markers.add(open, { type: 'frame', isEnd: false });
    markers.add(close, { type: 'frame', isEnd: true });
  }
}
for (const marker of ['<|start|>', '<|channel|>']) markers.add(marker, { type: 'message' });
// Closing tags of elements that may be left over after a call.
for (const tag of ['tool', 'function', 'invoke', 'parameter', 'parameters', 'arguments', 'tool_input', 'arg_value']) {
  markers.add(`</${tag}>`, { type: 'close' });
}

/** A section in a namespace that no dialect here has. */
const SECTION = new Pattern('<(\\/?)[A-Za-z_][\\w\\-]{0,40}:(?:function_calls?|tool_calls?)>');

/** Our own closing tag in capitals. */
const OUR_END = new Pattern('<\\/(?:TOOL|Tool)>');

/** Matches the marker at `at`: one of a dialect, or the same with any other namespace. */
export function matchMarker(text: string, at: number): MarkerMatch<MarkerAction> {
  const match = markers.match(text, at);
  if (match.type !== 'none' || text.charAt(at) !== '<') return match;
  const end = OUR_END.match(text, at);
  const section = SECTION.match(text, at);
  if (section === 'more' || end === 'more') return { type: 'more' };
  if (end !== null) return { type: 'match', value: { type: 'close' }, length: end[0].length };
  if (section === null) return match;
  const value: MarkerAction = section[1] === '/' ? { type: 'close' } : { type: 'open', format: 'function-calls' };
  return { type: 'match', value, length: section[0].length };
}
