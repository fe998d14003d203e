import type { PageSnapshot } from '../contracts/page.ts';

/** Readings kept at once; a page is 2 MB at most and 20 KB as a rule. */
const maxKept = 6;

type Kept = { snapshot: string; reading: Promise<PageSnapshot> };

/**
 * The last readings, in memory only. Calls that ask for the same unchanged page at the same time share one reading.
 */
export class ReadingCache {
  readonly #kept = new Map<string, Kept>();

  /** The reading kept under `key` if it is of this snapshot, else what `read` gives, which is kept in its place. */
  get(key: string, snapshot: string, read: () => Promise<PageSnapshot>): Promise<PageSnapshot> {
    const known = this.#kept.get(key);
    if (known?.snapshot === snapshot) {
      this.#keep(key, known);
      return known.reading;
    }
    const kept = { snapshot, reading: read() };
    this.#keep(key, kept);
    kept.reading.catch(() => {
      if (this.#kept.get(key) === kept) this.#kept.delete(key);
    });
    return kept.reading;
  }

  #keep(key: string, kept: Kept): void {
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > maxKept && oldest !== undefined) this.#kept.delete(oldest);
  }
}
