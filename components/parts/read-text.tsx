import './read-text.css';
import {
  createContext,
  Fragment,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { plural, t } from '../../lib/i18n/index.ts';
import { ReadLedger } from './read-ledger.ts';
import { visibleLines } from './rich-text.tsx';

const Ledger = createContext<ReadLedger | null>(null);

type ScopeProps = { children: (isRead: boolean, showUnread: () => void) => ReactNode };

/** Tracks whether each `ReadText` and `ReadMark` inside it has been in view. */
export function ReadScope({ children }: ScopeProps) {
  const [isRead, setIsRead] = useState(false);
  const [ledger] = useState(() => new ReadLedger(setIsRead));
  return <Ledger value={ledger}>{children(isRead, () => ledger.showUnread())}</Ledger>;
}

/** A place that has to be in view. When `id` changes, it has to be in view again. */
export function ReadMark({ id = '' }: { id?: string }) {
  const ledger = useContext(Ledger);
  const mark = useRef<HTMLSpanElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has to be in view again
  useLayoutEffect(() => {
    if (mark.current !== null) return ledger?.add({ anchor: mark.current, isWhole: true });
  }, [ledger, id]);
  return <span ref={mark} className="read-mark" aria-hidden />;
}

/** How long the browser may take to report what is in view, in milliseconds. */
const HINT_DELAY_MS = 400;

/** Says why a request cannot be approved yet, with a button to the part that was not in view. */
export function UnreadHint({ onShow }: { onShow: () => void }) {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), HINT_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return null;
  return (
    <p className="unread-hint">
      {t('approvalUnread')}{' '}
      <button type="button" className="button" onClick={onShow}>
        {t('approvalShowUnread')}
      </button>
    </p>
  );
}

/**
 * Texts with more lines than this are folded. Slightly longer texts are shown completely instead of adding a button.
 */
const FOLDED = { lines: 12, tolerance: 3, charactersInLine: 40 };

/**
 * Untrusted text in full. Every character is visible, large gaps are replaced with marks, and long text is folded until
 * the user expands it.
 */
export function ReadText({ text }: { text: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const box = useRef<HTMLPreElement>(null);
  const displayText = withoutGaps(visibleLines(text));
  const { start, moreLines } = folded(displayText);
  useEffect(() => {
    if (!isOpen) return;
    // A panel that follows the end of a chat scrolls past the expanded text in the frame that renders it, so scroll
    // back in the next frame.
    const toFold = () => box.current?.querySelector('.read-mark')?.scrollIntoView({ block: 'center' });
    requestAnimationFrame(() => requestAnimationFrame(toFold));
  }, [isOpen]);
  if (isOpen || moreLines === 0) {
    return (
      <pre ref={box} className="read-text" dir="auto" tabIndex={-1}>
        {splitIntoParts(displayText).map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts keep their places
          <Fragment key={index}>
            {part}
            <ReadMark id={text} />
          </Fragment>
        ))}
      </pre>
    );
  }
  return (
    <>
      <pre className="read-text" dir="auto">
        {start}
      </pre>
      <Unfold
        lines={moreLines}
        onUnfold={() => {
          setIsOpen(true);
          requestAnimationFrame(() => box.current?.focus({ preventScroll: true }));
        }}
      />
    </>
  );
}

function Unfold({ lines, onUnfold }: { lines: number; onUnfold: () => void }) {
  const ledger = useContext(Ledger);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (button.current !== null) return ledger?.add({ anchor: button.current, isWhole: false });
  }, [ledger]);
  return (
    <button ref={button} type="button" className="button" onClick={onUnfold}>
      {plural('moreLines', lines)}
    </button>
  );
}

/** Returns the text up to the limit, and how many lines with about the width of the panel follow it. */
function folded(text: string): { start: string; moreLines: number } {
  let remainingLines = FOLDED.lines;
  let end = 0;
  let total = 0;
  for (const line of text.split('\n')) {
    const height = Math.max(1, Math.ceil(line.length / FOLDED.charactersInLine));
    total += height;
    if (remainingLines > 0) end += Math.min(line.length, remainingLines * FOLDED.charactersInLine) + 1;
    remainingLines -= height;
  }
  const moreLines = total - FOLDED.lines;
  if (moreLines <= FOLDED.tolerance) return { start: text, moreLines: 0 };
  const start = text.slice(0, end);
  return { start: start.isWellFormed() ? start : start.slice(0, -1), moreLines };
}

/** The maximum number of places in a long text that have to be in view, and the minimum number of lines before each. */
const PARTS = { most: 10, lines: 12 };

/**
 * Splits a text into parts of about the same height. Each ends with a place that has to be in view, because the user
 * could jump to a single one at the end.
 */
function splitIntoParts(text: string): string[] {
  const pieces = text.split(/(?<=\n)/).flatMap((line) => wrapLine(line, FOLDED.charactersInLine));
  const size = Math.max(PARTS.lines, Math.ceil(pieces.length / PARTS.most));
  const count = Math.max(1, Math.ceil(pieces.length / size));
  return Array.from({ length: count }, (_, part) => pieces.slice(part * size, (part + 1) * size).join(''));
}

/** Splits a line into the lines it takes in the panel. */
function wrapLine(line: string, width: number): string[] {
  const characters = [...line];
  const count = Math.max(1, Math.ceil(characters.length / width));
  return Array.from({ length: count }, (_, at) => characters.slice(at * width, (at + 1) * width).join(''));
}

/** Replaces empty lines and long gaps, which push the following text out of view, with a mark. */
export function withoutGaps(text: string): string {
  // Gaps in lines are replaced first, which limits how far the second pattern looks ahead.
  return text
    .replace(/ {12,}/g, (gap) => ` ␣ × ${gap.length} `)
    .replace(/ *\n(?: *\n){2,} */g, (gap) => `\n⏎ × ${gap.split('\n').length - 1}\n`);
}
