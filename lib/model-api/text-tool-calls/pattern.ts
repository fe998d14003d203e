/**
 * A regular expression for text that arrives in pieces: tells a match from what could still become one. Both come from one
 * source, so that results cannot depend on where the text is cut. Write patterns that end in something decisive (a literal
 * or a look-ahead at the
 * very end), or what follows could change the match.
 */
export class Pattern {
  private readonly whole: RegExp;
  private readonly start: RegExp;
  private readonly longest: number;
  /** What every match begins with: most questions are answered by it, without an expression. */
  private readonly prefix: string;

  /** `longest`: in characters; a longer match is none. `ignoresCase`: small letters in `source` stand for capitals as well. */
  constructor(source: string, { longest = 600, ignoresCase = false } = {}) {
    const flags = ignoresCase ? 'iu' : 'u';
    this.whole = new RegExp(`^(?:${source})`, flags);
    this.start = new RegExp(`^(?:${partial(source)})$`, flags);
    this.longest = longest;
    this.prefix = ignoresCase ? literalStart(source).replace(/\p{L}.*/su, '') : literalStart(source);
  }

  /** Matches at `at`; `more`: only more text can tell. */
  match(text: string, at = 0): RegExpExecArray | 'more' | null {
    const { prefix } = this;
    const isWhole = text.length - at >= prefix.length;
    if (isWhole ? !text.startsWith(prefix, at) : !prefix.startsWith(text.slice(at))) return null;
    const window = text.slice(at, at + this.longest);
    const match = this.whole.exec(window);
    if (match) return match;
    return window.length < this.longest && this.start.test(window) ? 'more' : null;
  }
}

/** The source of an expression that matches every beginning of what `source` matches: each atom may be the text's end. */
function partial(source: string): string {
  let at = 0;
  const group = (): string => {
    let made = '';
    while (at < source.length && source.charAt(at) !== ')') {
      const atom = ATOM.exec(source.slice(at))?.[0] ?? source.charAt(at);
      at += atom.length;
      if (atom === '(?!') made += `${atom}${untouched()}`;
      else if (atom.startsWith('(')) {
        const inner = group();
        at++;
        // A look-ahead ends a pattern, so what it sees may as well be taken.
        made += `${atom === '(?=' ? '(?:' : atom}${inner}|$)`;
      } else made += PLAIN.test(atom) ? atom : `(?:${atom}|$)`;
    }
    return made;
  };
  /** A negative look-ahead keeps its meaning: what it forbids must be there whole. */
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

/** The text that everything begins with that `source` matches; empty where its alternatives begin differently. */
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
    // What may come any number of times may be missing.
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
