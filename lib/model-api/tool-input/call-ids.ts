/** Generates tool-call ids that differ from each other and from those in the conversation. */
export class CallIds {
  private readonly used: Set<string>;

  constructor(used: Iterable<string>) {
    this.used = new Set(used);
  }

  /** Returns `wish` if it is unused, else nine letters and digits, as Mistral requires (quirk: nine-character-ids). */
  next(wish: string | null): string {
    let id = wish;
    for (let n = this.used.size; id === null || this.used.has(id); n++) id = `call${String(n).padStart(5, '0')}`;
    this.used.add(id);
    return id;
  }
}
