/**
 * Finds, in text that arrives in pieces, where a model goes on after its tool calls and begins to write their results
 * itself (quirk: invented-result): one of these tags at the start of a line or right behind another tag. Holds back only
 * what may be the beginning of one.
 */
export class InventedResult {
  private held = '';
  /** The last character that is no space or tab, before what is held back. */
  private before = '\n';

  /** `text` may be given on; `isFound`: a result begins right behind it, and `rest` is what has come of it. */
  push(delta: string): { text: string; isFound: boolean; rest: string } {
    const all = this.held + delta;
    this.held = '';
    for (let at = all.indexOf('<'); at >= 0; at = all.indexOf('<', at + 1)) {
      if (!this.mayBegin(all, at)) continue;
      const rest = all.slice(at);
      if (TAG.test(rest)) return { text: this.pass(all.slice(0, at)), isFound: true, rest };
      if (NAMES.some((name) => name.startsWith(rest.toLowerCase()))) {
        this.held = rest;
        return { text: this.pass(all.slice(0, at)), isFound: false, rest: '' };
      }
    }
    return { text: this.pass(all), isFound: false, rest: '' };
  }

  /** What is still held back when the text ends. */
  end(): string {
    const { held } = this;
    this.held = '';
    return held;
  }

  private mayBegin(text: string, at: number): boolean {
    const blank = /[ \t]*$/.exec(text.slice(Math.max(0, at - LONGEST_INDENT), at))?.[0].length ?? 0;
    const before = at > blank ? text.charAt(at - blank - 1) : this.before;
    return before === '\n' || before === '\r' || before === '>';
  }

  private pass(text: string): string {
    const last = text.replace(/[ \t]+$/, '').at(-1);
    if (last !== undefined) this.before = last;
    return text;
  }
}

const LONGEST_INDENT = 20;

const NAMES = ['<tool_result', '<tool_results', '<tool_response', '<tool_output', '<function_result'];
const TAG = /^<(?:tool_(?:results?|response|output)|function_results?)(?![\w-])/i;
