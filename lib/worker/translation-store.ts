import type { PageTranslation } from '../contracts/index.ts';

/** Where the translations of all tabs are stored, by tab. The panel shows them. */
export type StoredTranslations = {
  getValue(): Promise<Record<string, PageTranslation>>;
  setValue(value: Record<string, PageTranslation>): Promise<void>;
};

type Change = Partial<Pick<PageTranslation, 'url' | 'shows' | 'progress' | 'status'>>;

/** The translations of all tabs. Changes run one after the other. */
export class TranslationStore {
  readonly #stored: StoredTranslations;
  #writing: Promise<void> = Promise.resolve();

  constructor(stored: StoredTranslations) {
    this.#stored = stored;
  }

  async get(tabId: number): Promise<PageTranslation | null> {
    return (await this.#stored.getValue())[tabId] ?? null;
  }

  async all(): Promise<PageTranslation[]> {
    return Object.values(await this.#stored.getValue());
  }

  put(translation: PageTranslation): Promise<void> {
    return this.#write(async () =>
      this.#stored.setValue({ ...(await this.#stored.getValue()), [translation.tabId]: translation }),
    );
  }

  /** Changes the stored state of a translation. Null removes it. A translation that has ended is not changed. */
  update({ tabId, translationId }: PageTranslation, change: Change | null): Promise<void> {
    return this.#write(async () => {
      const { [tabId]: current, ...others } = await this.#stored.getValue();
      if (current?.translationId !== translationId) return;
      if (change === null) return this.#stored.setValue(others);
      const next = { ...current, ...change };
      if (JSON.stringify(next) !== JSON.stringify(current)) await this.#stored.setValue({ ...others, [tabId]: next });
    });
  }

  #write(write: () => Promise<void>): Promise<void> {
    this.#writing = this.#writing.then(write, write);
    return this.#writing;
  }
}
