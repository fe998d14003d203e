import { Bookmark, TextCursorInput, TextQuote } from 'lucide-react';
import { type ReactNode, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../../lib/i18n/index.ts';
import { Remember } from '../memory/remember-button.tsx';
import './quote-selection.css';

/** The selected text and where it is shown, in pixels. */
type Place = { text: string; top: number; bottom: number; left: number };

type Props = { onQuote: (text: string) => void; onInsert: (text: string) => void };

/**
 * Offers to quote the selected text of an answer, to insert it into the page, or to remember it, next to the selection.
 */
export function QuoteSelection({ onQuote, onInsert }: Props) {
  const [place, setPlace] = useState<Place | null>(null);
  const remember = useContext(Remember);
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (bar.current !== null && place !== null) placeBeside(bar.current, place);
  }, [place]);
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
    <div ref={bar} className="quote-selection">
      {button(t('quote'), <TextQuote size={13} aria-hidden />, onQuote)}
      {button(t('insertIntoPage'), <TextCursorInput size={13} aria-hidden />, onInsert)}
      {remember && button(t('remember'), <Bookmark size={13} aria-hidden />, remember, true)}
    </div>
  );
}

/** The distance from the selection and the edges of the panel, in pixels. */
const GAP = 4;

/** Places the buttons above the selection, or below it, within the panel. Their size depends on the language. */
function placeBeside(bar: HTMLElement, { top, bottom, left }: Place): void {
  const { offsetWidth: width, offsetHeight: height } = bar;
  const above = top - height - GAP;
  const y = above > 0 ? above : Math.max(0, Math.min(bottom + GAP, innerHeight - height - GAP));
  bar.style.top = `${y}px`;
  bar.style.left = `${Math.max(GAP, Math.min(left, innerWidth - width - GAP))}px`;
}

function selectedPlace(selection: Selection | null): Place | null {
  const text = selection?.toString().trim() ?? '';
  if (selection === null || text === '' || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const within = range.commonAncestorContainer;
  const element = within instanceof Element ? within : within.parentElement;
  if (!element?.closest('.message.assistant')) return null;
  const { top, bottom, left } = range.getBoundingClientRect();
  return { text, top, bottom, left };
}
