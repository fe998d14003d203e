import { attribute, find, getTagName } from '../../page-reader/dom/index.ts';
import { elementsIn, listShadowRoots } from './controls.ts';

type Navigation = EventTarget;

/**
 * Stops a page from sending. `include`: also covers the shadow trees around an element, which the page may have added
 * since.
 */
export type SendingGuard = { include(element: Element): void; hasTriedToSend(): boolean; end(): void };

/**
 * Keeps a page from submitting a form and from navigating while the form is filled in. Scripts that submit without an
 * event are stopped if the browser reports navigations. Requests that the page makes by itself, to save or to look
 * something up, are not stopped.
 */
export function keepFromSending(document: Document): SendingGuard {
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
  // A form that was given a target in the meantime is sent empty, or to this window if the browser reads the target
  // only now.
  const empty = (event: Event) => {
    const { target: form, formData } = event as FormDataEvent;
    const target = form instanceof HTMLFormElement ? (attribute(form, 'target') ?? '') : '';
    if (!(form instanceof HTMLFormElement) || /^(?:|_self)$/i.test(target)) return;
    hasTried = true;
    Element.prototype.setAttribute.call(form, 'target', OWN_WINDOW);
    queueMicrotask(() => Element.prototype.setAttribute.call(form, 'target', target));
    for (const name of [...formData.keys()]) formData.delete(name);
  };
  // If navigations cannot be stopped, it is better to send a form into a frame than into this window, since it is sent
  // there empty.
  const restoreTargets = window.navigation === undefined ? () => undefined : keepInOwnWindow(document);
  // Registered last, because libraries ignore events that were already prevented.
  const stopLink = (event: Event) => {
    const [target] = event.composedPath();
    if (!(target instanceof Element) || target.closest('a[href]:not([href^="#"]), area[href]') === null) return;
    if (!event.defaultPrevented) hasTried = true;
    event.preventDefault();
  };
  const watched = new Set<EventTarget>();
  const watch = (target: EventTarget) => {
    if (watched.has(target)) return;
    watched.add(target);
    target.addEventListener('submit', stop, { capture: true });
    target.addEventListener('formdata', empty, { capture: true });
    target.addEventListener('click', stopLink);
  };
  watch(window);
  // These events do not propagate out of a shadow tree.
  for (const root of listShadowRoots(document)) watch(root);
  window.navigation?.addEventListener('navigate', stop);
  return {
    include: (element) => {
      for (const root of shadowRootsAround(element)) watch(root);
    },
    hasTriedToSend: () => hasTried,
    end() {
      for (const target of watched) {
        target.removeEventListener('submit', stop, { capture: true });
        target.removeEventListener('formdata', empty, { capture: true });
        target.removeEventListener('click', stopLink);
      }
      restoreTargets();
      window.navigation?.removeEventListener('navigate', stop);
    },
  };
}

function* shadowRootsAround(element: Element): Generator<ShadowRoot> {
  let root = Node.prototype.getRootNode.call(element);
  while (root instanceof ShadowRoot) {
    yield root;
    root = Node.prototype.getRootNode.call(root.host);
  }
}

/**
 * Makes the forms of a document submit into their own window, where navigation can be stopped, and not into a frame,
 * since scripts can submit without a `submit` event. Returns a function that restores the targets.
 */
function keepInOwnWindow(document: Document): () => void {
  const base = find(document, 'base[target]');
  const forms = [...elementsIn(document)].filter(
    (each) => getTagName(each) === 'form' && (base !== null || attribute(each, 'target') !== null),
  );
  const targets = forms.map((form) => attribute(form, 'target'));
  for (const form of forms) Element.prototype.setAttribute.call(form, 'target', OWN_WINDOW);
  return () => {
    for (const [index, form] of forms.entries()) {
      const target = targets[index] ?? null;
      if (attribute(form, 'target') !== OWN_WINDOW) continue;
      if (target === null) Element.prototype.removeAttribute.call(form, 'target');
      else Element.prototype.setAttribute.call(form, 'target', target);
    }
  };
}

const OWN_WINDOW = '_self';
