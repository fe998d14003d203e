/**
 * A regular expression for text that arrives in pieces, which distinguishes a match from text that could still become
 * one. Both expressions are derived from one source, so results cannot depend on where the text was split. A pattern
 * must end in a literal or a look-ahead; otherwise the text that follows could change the match.
 */
export class Pattern {
  readonly #whole: RegExp;
  readonly #start: RegExp;
  readonly #longest: number;
  /** The literal text with which every match begins. It answers most queries without a regular expression. */
  readonly #prefix: string;

  /**
   * `longest` is the maximum length of a match in characters. `ignoresCase`: lower-case letters in `source` also match
   * capitals.
   */
  constructor(source: string, { longest = 600, ignoresCase = false } = {}) {
    const flags = ignoresCase ? 'iu' : 'u';
    this.#whole = new RegExp(`^(?:${source})`, flags);
    this.#start = new RegExp(`^(?:${partial(source)})$`, flags);
    this.#longest = longest;
    this.#prefix = ignoresCase ? literalStart(source).replace(/\p{L}.*/su, '') : literalStart(source);
  }

  /** Matches at `at`. Returns `more` if more text is needed to decide. */
  match(text: string, at = 0): RegExpExecArray | 'more' | null {
    const prefix = this.#prefix;
    const isWhole = text.length - at >= prefix.length;
    if (isWhole ? !text.startsWith(prefix, at) : !prefix.startsWith(text.slice(at))) return null;
    const window = text.slice(at, at + this.#longest);
    const match = this.#whole.exec(window);
    if (match) return match;
    return window.length < this.#longest && this.#start.test(window) ? 'more' : null;
  }
}

/**
 * Returns the source of an expression that matches every prefix of what `source` matches: the text may end at each
 * atom.
 */
function partial(source: string): string {
  let at = 0;
  const group = (): string => {
    let groupSource = '';
    while (at < source.length && source.charAt(at) !== ')') {
      const atom = ATOM.exec(source.slice(at))?.[0] ?? source.charAt(at);
      at += atom.length;
      if (atom === '(?!') groupSource += `${atom}${untouched()}`;
      else if (atom.startsWith('(')) {
        const inner = group();
        at++;
        // A look-ahead ends a pattern, so the text that it matches may be consumed.
        groupSource += `${atom === '(?=' ? '(?:' : atom}${inner}|$)`;
      } else groupSource += PLAIN.test(atom) ? atom : `(?:${atom}|$)`;
    }
    return groupSource;
  };
  /** A negative look-ahead is kept unchanged: the text that it forbids must be there in full. */
  const untouched = (): string => {
    const from = at;
    for (let depth = 1; depth > 0; at++) {
      if (source.charAt(at) === '\\') at++;
      else if (source.charAt(at) === '(') depth++;
      else if (source.charAt(at) === ')') depth--;
    }
    return source.slice(from, at);
  };
  return group();
}

/** Returns the literal text with which every match of `source` begins. Empty if its alternatives begin differently. */
function literalStart(source: string): string {
  const letters: string[] = [];
  let isLiteral = true;
  let depth = 0;
  for (let at = 0; at < source.length; ) {
    const atom = ATOM.exec(source.slice(at))?.[0] ?? source.charAt(at);
    at += atom.length;
    if (atom === '|' && depth === 0) return '';
    if (atom.startsWith('(')) depth++;
    else if (atom === ')') depth--;
    if (!isLiteral) continue;
    isLiteral = LITERAL.test(atom);
    if (isLiteral) letters.push(atom.slice(-1));
    // An atom with a quantifier may be absent.
    else if (QUANTIFIER.test(atom)) letters.pop();
  }
  return letters.join('');
}

const LITERAL = /^(?:[^\\^$.|()*+?[\]{}]|\\[^\p{L}\p{N}])$/u;
const QUANTIFIER = /^(?:[*+?]|\{\d)/;

/** The next atom, group opening, quantifier or back reference. */
const ATOM =
  /^(?:\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\(\?[:=!]|\(|\{\d+,?\d*\}\??|[*+?]\??)/u;
const PLAIN = /^(?:[|^$*+?]\??|\{\d.*|\\[1-9])$/;
