/**
 * Tracks whether the end of a Markdown text, which arrives in pieces of any size, is inside a fenced block, a code span or a
 * block quote, where a tool call is an example.
 */
export class MarkdownCode {
  private fence: string | null = null;
  private line = '';
  private spanOpen = false;
  private previous = '';

  push(text: string): void {
    for (let at = 0; at < text.length; ) {
      const lineEnd = text.indexOf('\n', at);
      this.pushLine(text.slice(at, lineEnd < 0 ? text.length : lineEnd));
      if (lineEnd < 0) return;
      this.endLine();
      at = lineEnd + 1;
    }
  }

  get isInside(): boolean {
    return this.fence !== null || this.spanOpen || MARKER.test(this.line) || QUOTE.test(this.line);
  }

  get isInFence(): boolean {
    return this.fence !== null;
  }

  private pushLine(text: string): void {
    if (text === '') return;
    if (this.line.length < LINE_KEPT) this.line += text.slice(0, LINE_KEPT - this.line.length);
    // A run of back ticks opens or closes a span. A run may be split between two pieces.
    for (let at = text.indexOf('`'); at >= 0; at = text.indexOf('`', at + 1)) {
      if ((at > 0 ? text.charAt(at - 1) : this.previous) !== '`') this.spanOpen = !this.spanOpen;
    }
    this.previous = text.charAt(text.length - 1);
  }

  private endLine(): void {
    const marker = MARKER.exec(this.line)?.[1] ?? null;
    if (this.fence === null) this.fence = marker;
    else if (marker?.startsWith(this.fence)) this.fence = null;
    this.line = '';
    this.previous = '\n';
    // A code span may extend over line ends, but a stray back tick must not hide a call on a later line.
    this.spanOpen = false;
  }
}

/** Enough of a line to recognize a fence. */
const LINE_KEPT = 12;
const MARKER = /^ {0,3}(`{3,}|~{3,})/;
const QUOTE = /^ {0,3}>/;
