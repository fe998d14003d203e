import type { KeyboardEvent } from 'react';

/** The key code browsers report for keys handled by an input method; Safari and old versions do not set `isComposing`. */
const IME_KEY = 229;

/** Whether an input method handles this key, so that it must be ignored. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.nativeEvent.isComposing || event.keyCode === IME_KEY;
}
