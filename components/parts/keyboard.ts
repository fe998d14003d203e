import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * The key code that browsers report for keys handled by an input method. Safari and old versions do not set
 * `isComposing`.
 */
const IME_KEY = 229;

/** Whether an input method handles this key, so that it must be ignored. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.nativeEvent.isComposing || event.keyCode === IME_KEY;
}

/**
 * Ignores the repetitions of a key that is held down, once another element has the focus than the one where it was
 * pressed: the button that opens a list or a field would otherwise also choose or submit what is in it.
 */
export function ignoreKeysHeldElsewhere(page: Window): void {
  let pressedAt: EventTarget | null = null;
  page.addEventListener(
    'keydown',
    (event) => {
      if (!event.repeat) pressedAt = event.target;
      else if ((event.key === 'Enter' || event.key === ' ') && event.target !== pressedAt) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    },
    { capture: true },
  );
}

/**
 * Returns the focus to the previously focused element if closing leaves nothing focused, or to the message field if
 * that element is gone: a button that was replaced meanwhile, for example.
 */
export function useReturnFocus(): void {
  // Cards are also rendered to text, where there is no document.
  const before = useRef(typeof document === 'undefined' ? null : document.activeElement);
  useEffect(() => {
    const opener = before.current;
    return () => {
      if (document.activeElement !== document.body) return;
      const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
      (isThere ? opener : document.querySelector<HTMLElement>('.composer-box > textarea'))?.focus();
    };
  }, []);
}

/**
 * Keeps the focus in an element, which needs a `tabIndex`. The element takes the focus itself when the focused element
 * inside it is removed or disabled. Returns the ref for the element, `given` if there is one already.
 */
export function useKeepFocus<E extends HTMLElement = HTMLElement>(given?: RefObject<E | null>): RefObject<E | null> {
  const own = useRef<E>(null);
  const element = given ?? own;
  const hadFocus = useRef(false);
  // Before the changes of this rendering. A disabled element loses the focus later, to the body.
  if (element.current?.contains(document.activeElement)) hadFocus.current = true;
  else if (element.current !== null && document.activeElement !== document.body) hadFocus.current = false;
  useLayoutEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) element.current?.focus({ preventScroll: true });
  });
  return element;
}
