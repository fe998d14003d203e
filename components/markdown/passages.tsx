import './passage-button.css';
import { TextSearch } from 'lucide-react';
import { createContext, type ReactNode, useContext } from 'react';
import { t } from '../../lib/i18n/index.ts';
import { foldLetters } from '../../lib/text/index.ts';

/** Shows a text on the page of a run. */
export type ShowPassage = (runId: string, text: string) => void;

/** Null if there is no page to show it on. */
export const ShowPassage = createContext<ShowPassage | null>(null);

/** The passages of one run: whether a quotation occurs in the text that was read, and how to show it on the page. */
export type Passages = { has: (quote: string) => boolean; show: (text: string) => void };

export const Passages = createContext<Passages | null>(null);

/** The minimum number of letters in a quotation. Shorter text occurs everywhere. Logographic scripts need fewer. */
const MIN_LETTERS = 8;
const MIN_DENSE_LETTERS = 4;
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * Finds quotations in the text that was read. It compares letters and digits only, because punctuation, case and white
 * space differ between a page, its Markdown and the model's answer. `read` returns the texts. A quotation that was
 * found stays found.
 */
export function quoteFinder(read: () => readonly string[]): (quote: string) => boolean {
  const folded = new Map<string, string>();
  const foundQuotes = new Set<string>();
  const fold = (text: string) => {
    const textLetters = folded.get(text) ?? foldLetters(text);
    folded.set(text, textLetters);
    return textLetters;
  };
  return (quote) => {
    const letters = foldLetters(quote);
    if (letters.length < (DENSE.test(letters) ? MIN_DENSE_LETTERS : MIN_LETTERS)) return false;
    if (foundQuotes.has(letters)) return true;
    const isThere = read().some((text) => fold(text).includes(letters));
    if (isThere) foundQuotes.add(letters);
    return isThere;
  };
}

type Props = {
  text: string;
  /** The label, if it is not just an icon after the text. */
  children?: ReactNode;
};

/** Scrolls the page to a text and highlights it there. Without a page, only the children are rendered. */
export function PassageButton({ text, children }: Props): ReactNode {
  const passages = useContext(Passages);
  if (passages === null) return children;
  return (
    <button
      type="button"
      className={children ? 'passage-button with-text' : 'passage-button'}
      data-passage={text}
      aria-label={children ? undefined : t('showOnPage')}
      title={t('showOnPage')}
      onClick={() => passages.show(text)}
    >
      {children ?? <TextSearch size={13} aria-hidden />}
    </button>
  );
}
