/**
 * A text to find on a page. `before` and `after` are the text around it where it was read, which distinguishes
 * identical texts. They are '' if unknown.
 */
export type PagePassage = { text: string; before: string; after: string };

/**
 * The names of the highlights in a page: for a passage that was shown after a click, and for the passages that the
 * panel points to.
 */
export const HIGHLIGHT_NAMES = { shown: 'sidenote-passage', lit: 'sidenote-lit' } as const;
