import { Bookmark, TextCursorInput, TextQuote } from 'lucide-react';
import { type ReactNode, useContext, useEffect, useState } from 'react';
import { t } from '../../lib/i18n/index.ts';
import { Remember } from '../memory/remember-button.tsx';
import './quote-selection.css';

type Place = { text: string; top: number; left: number };

type Props = { onQuote: (text: string) => void; onInsert: (text: string) => void };

/**
 * Offers to quote the selected text of an answer, to insert it into the page, or to remember it, next to the selection.
 */
export function QuoteSelection({ onQuote, onInsert }: Props) {
  const [place, setPlace] = useState<Place | null>(null);
  const remember = useContext(Remember);
  useEffect(() => {
    const look = () => setPlace(selectedPlace(document.getSelection()));
    document.addEventListener('selectionchange', look);
    // Captured, because the conversation scrolls and the page does not.
    document.addEventListener('scroll', look, { capture: true, passive: true });
    return () => {
      document.removeEventListener('selectionchange', look);
      document.removeEventListener('scroll', look, { capture: true });
    };
  }, []);
  if (place === null) return null;
  const button = (label: string, icon: ReactNode, onUse: (text: string) => void, isIcon = false) => (
    <button
      type="button"
      className={isIcon ? 'button icon' : 'button'}
      {...(isIcon ? { 'aria-label': label, title: label } : {})}
      // A pointer-down would clear the selection before the click.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => {
        onUse(place.text);
        document.getSelection()?.removeAllRanges();
      }}
    >
      {icon} {!isIcon && label}
    </button>
  );
  return (
    <div className="quote-selection" style={{ top: place.top, left: place.left }}>
      {button(t('quote'), <TextQuote size={13} aria-hidden />, onQuote)}
      {button(t('insertIntoPage'), <TextCursorInput size={13} aria-hidden />, onInsert)}
      {remember && button(t('remember'), <Bookmark size={13} aria-hidden />, remember, true)}
    </div>
  );
}

/** Space for the buttons, in pixels. */
const HEIGHT = 34;
const WIDTH = 300;

function selectedPlace(selection: Selection | null): Place | null {
  const text = selection?.toString().trim() ?? '';
  if (selection === null || text === '' || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const within = range.commonAncestorContainer;
  const element = within instanceof Element ? within : within.parentElement;
  if (!element?.closest('.message.assistant')) return null;
  const box = range.getBoundingClientRect();
  const top = box.top > HEIGHT ? box.top - HEIGHT : Math.min(box.bottom + 4, innerHeight - HEIGHT);
  return { text, top, left: Math.max(4, Math.min(box.left, innerWidth - WIDTH)) };
}
