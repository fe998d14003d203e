/**
 * Finds where a model begins to write the results of its own calls (quirk: invented-result), in text that arrives in pieces: one
 * of these tags at the start of a line or directly after another tag. Holds back only a possible beginning of one.
 */
export class InventedResult {
  private held = '';
  /** The last character before the held-back text that is not a space or tab. */
  private before = '\n';

  /** `text` can be emitted. `isFound`: a result begins directly after it, and `rest` is its text so far. */
  push(delta: string): { text: string; isFound: boolean; rest: string } {
    const all = this.held + delta;
    this.held = '';
    for (let at = all.indexOf('<'); at >= 0; at = all.indexOf('<', at + 1)) {
      if (!this.mayBegin(all, at)) continue;
      const tag = all.slice(at, at + MAX_TAG_LENGTH);
      const isFound = TAG.test(tag);
      if (!isFound && !NAMES.some((name) => name.startsWith(tag.toLowerCase()))) continue;
      const text = this.pass(all.slice(0, at));
      const rest = all.slice(at);
      if (isFound) return { text, isFound, rest };
      this.held = rest;
      return { text, isFound, rest: '' };
    }
    return { text: this.pass(all), isFound: false, rest: '' };
  }

  /** Returns the text still held back at the end. */
  end(): string {
    const { held } = this;
    this.held = '';
    return held;
  }

  private mayBegin(text: string, at: number): boolean {
    const blank = /[ \t]*$/.exec(text.slice(Math.max(0, at - MAX_INDENT), at))?.[0].length ?? 0;
    const before = at > blank ? text.charAt(at - blank - 1) : this.before;
    return before === '\n' || before === '\r' || before === '>';
  }

  private pass(text: string): string {
    let end = text.length - 1;
    while (text[end] === ' ' || text[end] === '\t') end--;
    this.before = text[end] ?? this.before;
    return text;
  }
}

const MAX_INDENT = 20;
/** Length of the longest name and the character after it. */
const MAX_TAG_LENGTH = 20;

const NAMES = [
  '<tool_result',
  '<tool_results',
  '<tool_response',
  '<tool_output',
  '<function_result',
  '<function_results',
];
const TAG = /^<(?:tool_(?:results?|response|output)|function_results?)(?=[^\w-])/i;
