import { type PageAccess, type PageAccessState, PageError, type PageReading, type TabInfo } from '../protocol/page.ts';

export type MemoryTab = { reading: PageReading; access: PageAccessState };

/** For tests: the pages of a browser that exists in memory only, under the same rules as a real one. */
export class MemoryPages implements PageAccess {
  readonly #tabs: ReadonlyMap<number, MemoryTab>;

  constructor(tabs: Record<number, MemoryTab>) {
    this.#tabs = new Map(Object.entries(tabs).map(([tabId, tab]) => [Number(tabId), tab]));
  }

  async check(tabId: number): Promise<PageAccessState> {
    return this.#tab(tabId).access;
  }

  async read(tabId: number, signal: AbortSignal): Promise<PageReading> {
    signal.throwIfAborted();
    const { access, reading } = this.#tab(tabId);
    if (access.type === 'impossible') throw access.error;
    if (access.type === 'needed') throw new PageError('no-access', 'Allow Sidenote to read this page first.');
    return reading;
  }

  async list(): Promise<TabInfo[]> {
    return [...this.#tabs].flatMap(([tabId, { access }]) =>
      access.type === 'granted' ? [{ tabId, title: access.title, url: access.url, active: tabId === 1 }] : [],
    );
  }

  #tab(tabId: number): MemoryTab {
    const tab = this.#tabs.get(tabId);
    if (!tab) throw new PageError('tab-gone', 'This tab has been closed.');
    return tab;
  }
}

/** A reading of blocks of Markdown, with a title and address made of `name`. */
export function readingOf(name: string, ...markdown: string[]): PageReading {
  return {
    url: `https://${name}.test/`,
    title: name,
    language: 'en',
    layout: 'article',
    blocks: markdown.map((text) => ({
      markdown: text,
      kind: 'paragraph',
      headingLevel: /^#+(?= )/.exec(text)?.[0].length ?? null,
    })),
    selection: '',
    truncated: false,
    frameKey: '',
  };
}

export function granted(reading: PageReading): MemoryTab {
  return { reading, access: { type: 'granted', title: reading.title, url: reading.url } };
}
