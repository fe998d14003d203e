/**
 * Selectors for the content of a site that the generic reader handles poorly. They are matched against the elements around a
 * block, across shadow roots. `name@attribute` reads an attribute, `@attribute` one of the entry itself.
 */
export type Site = {
  name: string;
  /** Whether the address is a page of this kind. */
  isFor(url: URL): boolean;
  /** What precedes the entries, or is the whole content: a title, a question, an article. */
  lead: string;
  /** One post, comment or message; the innermost counts. '' if there are none. */
  entry: string;
  /** The parts of an entry that are read. */
  body: string;
  author: string;
  time: string;
  /** Points or votes. */
  score?: string;
  /** The depth of a reply, as a number. */
  depth?: string;
  /** Entries that match are marked with this word. */
  mark?: { selector: string; word: string };
  /** Never read, wherever it is. */
  drop?: string;
};

export function hostIs(url: URL, ...hosts: string[]): boolean {
  return hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
}
