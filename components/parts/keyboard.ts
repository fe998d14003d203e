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

/** What the Tab key stops at. */
const STOPS =
  ':is(button,input,select,textarea):not(:disabled,[tabindex="-1"]),a[href],summary,[tabindex="0"]:not(:disabled)';

/** How long components may take to move the focus themselves, in milliseconds. */
const OWN_FOCUS_MS = 50;

/**
 * Moves the focus to what is next to an element that had it and was removed by a key: a row that was deleted, for
 * example. Otherwise the next Tab would begin at the top of the page. In the part of the panel with the message field,
 * it goes there. Components that know better, and pointers, which need no focus, are left alone.
 */
export function keepFocusNearby(page: Document): void {
  let trail: Element[] = [];
  let isByKey = false;
  for (const type of ['keydown', 'pointerdown'])
    page.addEventListener(
      type,
      () => {
        isByKey = type === 'keydown';
      },
      { capture: true },
    );
  page.addEventListener('focusin', ({ target }) => {
    trail = [];
    for (let element = target instanceof Element ? target : null; element; element = element.parentElement)
      trail.push(element);
  });
  const observer = new MutationObserver(() => {
    if (trail[0] === undefined || trail[0].isConnected) return;
    const around = trail.filter((element) => element.isConnected);
    trail = [];
    if (isByKey) setTimeout(() => focusWithin(page, around), OWN_FOCUS_MS);
  });
  observer.observe(page.body, { childList: true, subtree: true });
}

/** Focuses the first stop in the first of some elements that has any. */
function focusWithin(page: Document, elements: readonly Element[]): void {
  if (page.activeElement !== page.body) return;
  const stops = elements
    .map((element) =>
      [...element.querySelectorAll<HTMLElement>(STOPS)].filter((stop) => stop.getClientRects().length > 0),
    )
    .find((each) => each.length > 0);
  const field = stops?.find((stop) => stop.matches('.composer-box > textarea'));
  (field ?? stops?.[0])?.focus({ preventScroll: true });
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
