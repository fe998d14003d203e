/** Hands out tool-call ids that differ from each other and from those the conversation has already. */
export class CallIds {
  private readonly used: Set<string>;

  constructor(used: Iterable<string>) {
    this.used = new Set(used);
  }

  /** `wish` where it is free, else nine letters and digits: all that Mistral takes (quirk: nine-character-ids). */
  next(wish: string | null): string {
    let id = wish;
    for (let n = this.used.size; id === null || this.used.has(id); n++) id = `call${String(n).padStart(5, '0')}`;
    this.used.add(id);
    return id;
  }
}
