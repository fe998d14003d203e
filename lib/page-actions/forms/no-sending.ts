type Navigation = EventTarget;

/**
 * Keeps a page from submitting a form and from leaving while it is filled in. Scripts that submit without an event are stopped
 * where the browser reports navigations. Requests that the page makes on its own, to save or to look something up, are not stopped.
 */
export function keepFromSending(document: Document): { hasTriedToSend(): boolean; end(): void } {
  const window = document.defaultView as Window & { navigation?: Navigation };
  let hasTried = false;
  const stop = (event: Event) => {
    const { hashChange = false, navigationType = '' } = event as Event & {
      hashChange?: boolean;
      navigationType?: string;
    };
    const { destination } = event as Event & { destination?: { sameDocument?: boolean } };
    // A page that only stores its state in the address does not navigate.
    if (
      event.type === 'navigate' &&
      (hashChange || destination?.sameDocument === true || navigationType === 'traverse')
    )
      return;
    hasTried = true;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  // Registered last, because libraries ignore events that were prevented before.
  const stopLink = (event: Event) => {
    const [target] = event.composedPath();
    if (!(target instanceof Element) || target.closest('a[href]:not([href^="#"]), area[href]') === null) return;
    if (!event.defaultPrevented) hasTried = true;
    event.preventDefault();
  };
  window.addEventListener('submit', stop, { capture: true });
  window.addEventListener('click', stopLink);
  window.navigation?.addEventListener('navigate', stop);
  return {
    hasTriedToSend: () => hasTried,
    end() {
      window.removeEventListener('submit', stop, { capture: true });
      window.removeEventListener('click', stopLink);
      window.navigation?.removeEventListener('navigate', stop);
    },
  };
}
