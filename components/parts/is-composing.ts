import type { KeyboardEvent } from 'react';

/** What browsers report for keys that an input method takes; Safari and old versions do not set `isComposing`. */
const IME_KEY = 229;

/** Whether an input method takes this key: it is none of ours. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.nativeEvent.isComposing || event.keyCode === IME_KEY;
}
