import { type KeyboardEvent, useEffect, useRef } from 'react';

/** The key code browsers report for keys handled by an input method; Safari and old versions do not set `isComposing`. */
const IME_KEY = 229;

/** Whether an input method handles this key, so that it must be ignored. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.nativeEvent.isComposing || event.keyCode === IME_KEY;
}

/** Returns the focus to the previously focused element, if closing leaves nothing focused. */
export function useReturnFocus(): void {
  const before = useRef(document.activeElement);
  useEffect(() => {
    const opener = before.current;
    return () => {
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
    };
  }, []);
}
