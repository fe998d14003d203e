import { MarkdownCode } from './candidates.ts';
import { Pattern } from './pattern.ts';

/**
 * Removes control tokens that a server left around an answer (quirk: stray-tokens): those at its beginning and end, and
 * everything that a model writes after it has ended its turn and begun the user's. Text arrives in pieces of any size.
 * Only a possible token is held back. A token is removed only if both its form and its place fit. In code, in quotation
 * marks, after a colon or within a sentence, it is part of the answer.
 */
export class StrayTokens {
  #held = '';
  #isStart = true;
  #isOver = false;
  /** The end of the text that was returned. */
  #recent = '';
  /** Whether its line has an open tag for struck text, which looks like the token that begins a text. */
  #isStruck = false;
  readonly #code = new MarkdownCode();

  /** Returns the text that belongs to the answer. */
  push(delta: string): string {
    if (this.#isOver) return '';
    let text = this.#held + delta;
    this.#held = '';
    if (this.#isStart) {
      const length = tokensAtStart(text);
      if (length === 'more') {
        this.#held = text;
        return '';
      }
      text = text.slice(length);
      this.#isStart = text === '';
    }
    return this.#readText(text);
  }

  /** Ends a text and returns the part that is still held back. Another text may follow, after a call or reasoning. */
  end(): string {
    const held = this.#held;
    this.#held = '';
    if (this.#isStart) return held.slice(Number(tokensAtStart(held, true)));
    return isRunOfTokens(held) ? '' : held;
  }

  #readText(text: string): string {
    let outputEnd = 0;
    let visibleText = '';
    const show = (to: number) => {
      visibleText += this.#letThrough(text.slice(outputEnd, to));
      outputEnd = to;
    };
    for (let at = nextBracket(text, 0); at >= 0; at = nextBracket(text, Math.max(at + 1, outputEnd))) {
      const run = readRun(text, at);
      if (run === null) continue;
      show(at);
      if (!this.#mayBeStray() || (this.#isStruck && text.startsWith('</s>', at))) continue;
      if (run.type === 'own-turn') {
        visibleText += this.#letThrough('\n\n');
        outputEnd = at + run.length;
        continue;
      }
      if (run.type === 'other-turn') this.#isOver = true;
      else this.#held = text.slice(at);
      return visibleText;
    }
    show(text.length);
    return visibleText;
  }

  #letThrough(text: string): string {
    this.#code.push(text, !/[\n`]/.test(text));
    const seen = this.#recent.slice(1 - '</s>'.length) + text;
    const [opened, closed] = [seen.lastIndexOf('<s>'), Math.max(seen.lastIndexOf('</s>'), seen.lastIndexOf('\n'))];
    if (opened !== closed) this.#isStruck = opened > closed;
    this.#recent = (this.#recent + text).slice(-RECENT_KEPT);
    return text;
  }

  /** Whether a token at this place is not part of a sentence. */
  #mayBeStray(): boolean {
    return !this.#code.isInside && !endsWithinSentence(this.#recent);
  }
}

/** Whether a control token after `text` is part of a sentence: quoted, named after a colon, or between its words. */
export function endsWithinSentence(text: string): boolean {
  const before = text.trimEnd();
  const gap = text.slice(before.length);
  const last = before.slice(-1);
  if (last === ':') return true;
  if (gap.includes('\n') || last === '') return false;
  return (gap === '' ? QUOTES : WORD).test(last);
}

const RECENT_KEPT = 40;
const QUOTES = /["'“‘«(`=]/;
const WORD = /[\p{L}\p{N}"'“‘«(=]/u;

/** Control tokens of the model families, in every form that servers detokenize them to. */
const TOKEN = new Pattern(
  `(?:${[
    // Excludes tokens of calls, which belong to a call that was not read.
    '<[|｜](?![a-zA-Z_▁]*(?:tool|call|func|invoke|arg|param|action|plugin|python))[^<>|｜\\s\\x60]{1,40}[|｜]>',
    '<[|｜](?:ipython|tool_(?:response|output|result)s?(?:_(?:start|begin|end))?)[|｜]>',
    '<\\/?(?:s|bos|eos|BOS|EOS|eot|EOT|eom|eod|sop|eop|pad|PAD|unk|UNK)>',
    '<role>(?:ASSISTANT|HUMAN|USER|SYSTEM|OBSERVATION)<\\/role>',
    // A section for calls without any.
    '<[|｜]tool[_▁ ]calls?(?:[_▁ ]section)?[_▁ ]begin[|｜]>\\s*<[|｜]tool[_▁ ]calls?(?:[_▁ ]section)?[_▁ ]end[|｜]>',
    '<\\/?(?:assistant|tool_(?:response|result|output)s?)>',
    '<\\[PLHD\\d{1,3}_never_used\\]>',
    '<(?:start|begin|end)[_▁]?of[_▁]?[a-z]{4,12}>',
    '<(?:eot|eom)_id>',
    '<(?:turn|channel)[|]>',
    '<[|](?:turn|channel)>',
    '<(?:seed:)?\\[?(?:bos|eos|begin[_▁]of[_▁]sentence|end[_▁]of[_▁]sentence)\\]?>',
    '\\[\\/?(?:EOS|BOS|EOT|PAD|UNK|SEP|CLS|INST|gMASK|sMASK)\\]',
    '\\[[|](?:assistant|user|system|endofturn)[|]\\]',
    '<(?:unused|extra_id_|reserved_|SPECIAL_)\\d{1,5}>',
    '\\]~!?b[\\[\\]]',
    '\\]<\\]minimax\\[>\\[',
    '\\[e~\\[',
  ].join('|')})`,
);

const OWN_ROLES: ReadonlySet<string> = new Set([
  'assistant',
  'Assistant',
  'ASSISTANT',
  'model',
  'ai',
  'bot',
  'chatbot',
  'final',
]);
const OTHER_ROLES: ReadonlySet<string> = new Set([
  'user',
  'User',
  'USER',
  'human',
  'Human',
  'system',
  'tool',
  'developer',
  'observation',
  'ipython',
]);
const ROLES: ReadonlySet<string> = new Set([...OWN_ROLES, ...OTHER_ROLES]);
const OTHER_TOKEN = /^(?:[<[][|｜](?:user|human|system|tool|developer|observation)[|｜][>\]]|\[INST\])$/i;

function nextBracket(text: string, from: number): number {
  const at = text.slice(from).search(/[<[\]]/);
  return at < 0 ? at : from + at;
}

type Run = { type: 'open' } | { type: 'own-turn'; length: number } | { type: 'other-turn' };

/**
 * Reads a run of tokens, roles and white space. `open`: it reaches the end of the text so far. A turn must have a token
 * before its header. Null if other text follows.
 */
function readRun(text: string, from: number): Run | null {
  let at = from;
  for (let tokens = 0; at < text.length; tokens++) {
    const token = TOKEN.match(text, at);
    if (token === 'more') return { type: 'open' };
    if (token === null) return null;
    at += token[0].length;
    const role = roleAt(text, at, false);
    if (tokens > 0 && (OTHER_ROLES.has(role.word) || OTHER_TOKEN.test(token[0]))) return { type: 'other-turn' };
    at += role.length;
    at += blankAt(text, at);
    const isFollowed = at < text.length && TOKEN.match(text, at) === null;
    if (tokens > 0 && OWN_ROLES.has(role.word) && isFollowed) return { type: 'own-turn', length: at - from };
  }
  return { type: 'open' };
}

/** Whether a text that ends here is a run of complete tokens. A truncated token is text. */
function isRunOfTokens(text: string): boolean {
  return tokensAtStart(text, true) === text.length;
}

/**
 * Length of the tokens at the start of a text, including roles and white space. `more` if more text is needed, which
 * never happens for a whole text.
 */
function tokensAtStart(text: string, isWhole = false): number | 'more' {
  let at = blankAt(text, 0);
  let end = 0;
  while (at < text.length) {
    const token = TOKEN.match(text, at);
    if (token === null || (token === 'more' && isWhole)) return end;
    if (token === 'more') return 'more';
    at += token[0].length;
    at += roleAt(text, at, isWhole).length;
    if (at === text.length && !isWhole) return 'more';
    // A lower-case word follows, so this is a sentence about the token.
    if (/^ \p{Ll}/u.test(text.slice(at, at + 3))) return end;
    at += blankAt(text, at);
    end = at;
  }
  return isWhole ? end : 'more';
}

/**
 * The role at this position; `length` includes the colon after it. While more text may come, even the beginning of a
 * role has a length.
 */
function roleAt(text: string, at: number, isWhole: boolean): { word: string; length: number } {
  // The line break after the role may be missing: `assistantAt noon.`
  if (/^assistant\p{Lu}/u.test(text.slice(at, at + MAX_ROLE_LENGTH)))
    return { word: 'assistant', length: 'assistant'.length };
  const word = /^[A-Za-z]*/.exec(text.slice(at, at + MAX_ROLE_LENGTH))?.[0] ?? '';
  const end = text.charAt(at + word.length);
  if (ROLES.has(word) && (end === '' ? isWhole : ROLE_END.test(end))) {
    return { word, length: word.length + (end === ':' ? 1 : 0) };
  }
  const mayBecome = end === '' && !isWhole && [...ROLES].some((role) => role.startsWith(word));
  return { word: '', length: mayBecome ? word.length : 0 };
}

const MAX_ROLE_LENGTH = 12;
const ROLE_END = /[\n\r:<[\]]/;

function blankAt(text: string, at: number): number {
  return /^\s*/.exec(text.slice(at))?.[0].length ?? 0;
}
