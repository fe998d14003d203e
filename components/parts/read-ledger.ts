/** The share of the end of a text that has to be visible to count as in view. Zoom and rounding cost a few percent. */
const IN_VIEW = 0.8;

/**
 * A text that has to be in view up to its end. `anchor` is its end or, while that is folded, the control that expands
 * it.
 */
type Entry = { anchor: Element; isWhole: boolean };

/**
 * Tracks which texts of a request have not been in view up to their end yet. A text that was in view once counts
 * permanently.
 */
export class ReadLedger {
  readonly #unread = new Set<Entry>();
  readonly #onChange: (isRead: boolean) => void;
  #observer: IntersectionObserver | null = null;

  /** `onChange` is called with whether all texts have been in view. Before a first text is added, the answer is no. */
  constructor(onChange: (isRead: boolean) => void) {
    this.#onChange = onChange;
  }

  /** Adds a text. The returned function removes it again. */
  add(entry: Entry): () => void {
    this.#unread.add(entry);
    this.#onChange(false);
    if (entry.isWhole) this.#observe().observe(entry.anchor);
    return () => {
      this.#observer?.unobserve(entry.anchor);
      this.#remove((each) => each === entry);
    };
  }

  /** Scrolls to the first text that was not in view, in page order. */
  showUnread(): void {
    const [first] = [...this.#unread].sort(({ anchor: a }, { anchor: b }) =>
      a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
    );
    first?.anchor.scrollIntoView({ block: 'center' });
  }

  #observe(): IntersectionObserver {
    this.#observer ??= new IntersectionObserver(
      (changes, observer) => {
        for (const { target, isIntersecting, intersectionRatio } of changes) {
          if (!isIntersecting || intersectionRatio < IN_VIEW) continue;
          observer.unobserve(target);
          this.#remove(({ anchor }) => anchor === target);
        }
      },
      { threshold: IN_VIEW },
    );
    return this.#observer;
  }

  #remove(isGone: (entry: Entry) => boolean): void {
    for (const entry of [...this.#unread]) if (isGone(entry)) this.#unread.delete(entry);
    this.#onChange(this.#unread.size === 0);
  }
}
