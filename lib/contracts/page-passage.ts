/** A text to find on a page. `before` and `after`: the text around it where it was read, which tells equal texts apart; '' if unknown. */
export type PagePassage = { text: string; before: string; after: string };

/** The names of the highlights in a page: of a passage that was shown after a click, and of what the panel points at. */
export const HIGHLIGHT_NAMES = { shown: 'sidenote-passage', lit: 'sidenote-lit' } as const;
