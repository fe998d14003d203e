type Node<Value> = { next: Map<number, Node<Value>>; value: Value | null };

export type MarkerMatch<Value> =
  | { type: 'match'; value: Value; length: number }
  /** More text is needed to decide. */
  | { type: 'more' }
  | { type: 'none' };

/**
 * Matches literal markers, longest first, and tolerantly: `｜` is `|`, and `▁`, a space and an escaped `\_` are `_`, since
 * detokenizers and Markdown change these (quirks: format-deepseek-v3, format-dsml, format-steptml).
 */
export class MarkerTrie<Value> {
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
