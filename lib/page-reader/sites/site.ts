/**
 * Where a site's pages keep what people wrote, for pages that generic reading does not do justice to. Selectors are
 * matched against the elements around a block, out of shadow trees too. `name@attribute` reads an attribute,
 * `@attribute` one of the entry itself.
 */
export type Site = {
  name: string;
  /** Whether it is a page of this kind. */
  isFor(url: URL): boolean;
  /** What stands before the entries, or is the whole content: a title, a question, an article. */
  lead: string;
  /** One post, comment or message; the innermost counts. '' where there are none. */
  entry: string;
  /** What of an entry is read. */
  body: string;
  author: string;
  time: string;
  /** Points, votes. */
  score?: string;
  /** How deep an entry stands below others, as a number. */
  depth?: string;
  /** Entries that match are marked with this word. */
  mark?: { selector: string; word: string };
  /** Never read, wherever it stands. */
  drop?: string;
};

export function hostIs(url: URL, ...hosts: string[]): boolean {
  return hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
}
