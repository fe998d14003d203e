/** Follows a Markdown text, in pieces of any size, and knows whether its end lies inside code: a fenced block or a span. */
export class CodeFences {
  private fence: string | null = null;
  private line = '';
  private spanOpen = false;
  private previous = '';

  push(text: string): void {
    for (const character of text) {
      if (character === '\n') this.endLine();
      else if (this.line.length < LINE_KEPT) this.line += character;
      if (character === '`' && this.previous !== '`') this.spanOpen = !this.spanOpen;
      this.previous = character;
    }
  }

  get isInside(): boolean {
    return this.fence !== null || this.spanOpen || MARKER.test(this.line);
  }

  private endLine(): void {
    const marker = MARKER.exec(this.line)?.[1] ?? null;
    if (this.fence === null) this.fence = marker;
    else if (marker?.startsWith(this.fence)) this.fence = null;
    this.line = '';
    // A span may go on over line ends, but a stray back tick must not hide a call on a later line.
    this.spanOpen = false;
  }
}

/** Enough of a line to see a fence. */
const LINE_KEPT = 12;
const MARKER = /^ {0,3}(`{3,}|~{3,})/;
