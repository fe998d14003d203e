/** How much of the end of a text has to be visible to count as in view. Zoom and rounding cost a few percent. */
const IN_VIEW = 0.8;

/** A text that has to be in view to its end. `anchor`: its end, or, while that is folded, what unfolds it. */
type Entry = { anchor: Element; isWhole: boolean };

/** Tracks which texts of a request have not been in view to their end yet. A text that was in view once counts permanently. */
export class ReadLedger {
  readonly #unread = new Set<Entry>();
  readonly #onChange: (isRead: boolean) => void;
  #observer: IntersectionObserver | null = null;

  /** `onChange` is called with whether all texts have been in view. Until a first text is added, nothing was. */
  constructor(onChange: (isRead: boolean) => void) {
    this.#onChange = onChange;
  }

  /** Adds a text; the returned function removes it again. */
  add(entry: Entry): () => void {
    this.#unread.add(entry);
    this.#onChange(false);
    if (entry.isWhole) this.#observe().observe(entry.anchor);
    return () => {
      this.#observer?.unobserve(entry.anchor);
      this.#remove((each) => each === entry);
    };
  }

  /** Scrolls to the first text that was not in view, in the order of the page. */
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
