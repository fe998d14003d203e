/**
 * Removes reasoning that arrives a second time: some servers send it in a field and, between tags, in the content
 * (quirk: reasoning-twice). Both arrive in pieces of any size and in any order. Reasoning is only removed as long as
 * one text is the beginning of the other.
 */
export class RepeatedReasoning {
  readonly #texts = { field: '', content: '' };
  #isSame = true;

  /** Returns the part of a piece that did not arrive from the other source. */
  add(source: 'field' | 'content', piece: string): string {
    const before = this.#texts[source];
    const delta = before === '' ? piece.trimStart() : piece;
    const other = this.#texts[source === 'field' ? 'content' : 'field'];
    this.#texts[source] = before + delta;
    if (other === '' || !this.#isSame) return piece;
    const common = Math.min(delta.length, Math.max(0, other.length - before.length));
    this.#isSame = other.startsWith(delta.slice(0, common), before.length);
    if (!this.#isSame) return piece;
    const rest = delta.slice(common);
    return rest.trim() === '' ? '' : rest;
  }
}
