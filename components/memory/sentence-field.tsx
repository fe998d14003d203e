import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { t } from '../../lib/i18n/index.ts';
import { cleanText } from '../../lib/text/index.ts';
import { FormField } from '../parts/form-field.tsx';
import { isComposing } from '../parts/keyboard.ts';

type Props = {
  text: string;
  /** Why the sentence cannot be kept. '' or null if no message is needed. */
  error: string | null;
  takesFocus?: boolean;
  onText: (text: string) => void;
  /** The user pressed Enter. */
  onEnter: () => void;
  /** The user pressed Escape. Null if the field does not handle it. */
  onEscape?: (() => void) | null;
};

/**
 * The number of characters in a line of the narrowest panel, and the number of lines that are shown before the field
 * scrolls.
 */
const LINE = 34;
const LINES = { least: 2, most: 10 };

/** Without line breaks and invisible characters. Several spaces stay, since one may just have been typed. */
function onOneLine(text: string): string {
  return cleanText(text).replace(/\s*[\n\r\t\u2028\u2029]\s*/g, ' ');
}

/**
 * The field for one sentence to remember. Invisible characters are removed while the user types, so that exactly what
 * is shown is kept.
 */
export function SentenceField({ text, error, takesFocus = false, onText, onEnter, onEscape = null }: Props) {
  const field: RefObject<HTMLTextAreaElement | null> = useRef(null);
  useEffect(() => {
    const element = field.current;
    if (!takesFocus || element === null) return;
    element.focus();
    element.setSelectionRange(element.value.length, element.value.length);
  }, [takesFocus]);
  /** Where the cursor belongs after a character was removed, since the browser moves it to the end. */
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current !== null) field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  return (
    <FormField label={t('memorySentence')} hint="" error={error === '' ? null : error}>
      {(control) => (
        <textarea
          {...control}
          ref={field}
          dir="auto"
          rows={Math.min(LINES.most, Math.max(LINES.least, Math.ceil(text.length / LINE)))}
          value={text}
          onChange={({ target, nativeEvent }) => {
            const { value, selectionStart } = target;
            const cleaned = onOneLine(value);
            // An input method loses what it writes if the text is changed meanwhile.
            const isComposed = 'isComposing' in nativeEvent && nativeEvent.isComposing === true;
            if (!isComposed && cleaned !== value) caret.current = onOneLine(value.slice(0, selectionStart)).length;
            onText(isComposed ? value : cleaned);
          }}
          onKeyDown={(event) => {
            if (isComposing(event)) return;
            if (event.key === 'Escape' && onEscape !== null) {
              event.preventDefault();
              onEscape();
            }
            if (event.key !== 'Enter') return;
            event.preventDefault();
            if (event.nativeEvent.isTrusted) onEnter();
          }}
        />
      )}
    </FormField>
  );
}
