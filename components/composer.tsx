import { ArrowUp, Square } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import './composer.css';

type Props = {
  text: string;
  onText: (text: string) => void;
  /** Grows whenever the field is to be written in next. */
  focus: number;
  /** An answer is being written: what is sent waits for its end. */
  isRunning: boolean;
  onSend: () => void;
  onStop: () => void;
  /** Above and below the field: what is asked about, and who is asked. */
  above: ReactNode;
  below: ReactNode;
};

/** Where the person writes. Enter sends, Shift+Enter breaks the line, and an input method's Enter is its own. */
export function Composer({ text, onText, focus, isRunning, onSend, onStop, above, below }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const send = isRunning ? 'Send after this answer' : 'Send';
  useEffect(() => {
    if (focus > 0) field.current?.focus();
  }, [focus]);
  const canSend = text.trim() !== '';

  // biome-ignore lint/correctness/useExhaustiveDependencies: the field is as high as its text
  useLayoutEffect(() => {
    const area = field.current;
    if (!area) return;
    area.style.height = 'auto';
    area.style.height = `${Math.min(area.scrollHeight, MAX_HEIGHT)}px`;
  }, [text]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === IME_KEY) return;
    event.preventDefault();
    if (canSend) onSend();
  };

  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) onSend();
      }}
    >
      {above}
      <div className="composer-box">
        <textarea
          ref={field}
          aria-label="Message"
          placeholder="Ask about this page"
          rows={1}
          dir="auto"
          value={text}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <div className="composer-bar">
          {below}
          <span className="composer-buttons">
            {isRunning && (
              <button type="button" className="button icon send" aria-label="Stop" title="Stop" onClick={onStop}>
                <Square size={14} fill="currentColor" aria-hidden />
              </button>
            )}
            {(!isRunning || canSend) && (
              <button
                type="submit"
                className="button primary icon send"
                aria-label={send}
                title={send}
                disabled={!canSend}
              >
                <ArrowUp size={16} aria-hidden />
              </button>
            )}
          </span>
        </div>
      </div>
    </form>
  );
}

const MAX_HEIGHT = 220;
/** What browsers report for keys that an input method takes; Safari and old versions do not set `isComposing`. */
const IME_KEY = 229;
