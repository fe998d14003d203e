import { yieldToTasks } from '../../control-flow/index.ts';
import type { Check, ControlRefusal } from './choices.ts';

/**
 * Lets the page handle the events so far. Frameworks render in microtasks and in message channel tasks, which may start
 * further ones.
 */
export async function waitForHandlers(): Promise<void> {
  await yieldToTasks();
  await yieldToTasks();
}

/** Maximum time to wait for a frame, in milliseconds: a page that is not rendered has none. */
const FRAME_MS = 60;

/** Waits until the page has been rendered again. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, FRAME_MS);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

const LOOK_MS = 10;

/** Waits up to `ms` for a value that is not null. */
export async function waitFor<Value>(find: () => Value | null, ms: number): Promise<Value | null> {
  for (const until = Date.now() + ms; ; ) {
    const value = find();
    if (value !== null || Date.now() >= until) return value;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

const EVENT = { bubbles: true, cancelable: true, composed: true };

/** Focuses an element, and dispatches the focus events even if the window does not have the focus. */
export function focusOn(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  if (element.ownerDocument.hasFocus()) return;
  element.dispatchEvent(new FocusEvent('focus', { composed: true }));
  element.dispatchEvent(new FocusEvent('focusin', { bubbles: true, composed: true }));
}

/** Focuses an element to fill, and checks it again, since pages can change a field when it receives the focus. */
export function focusToFill(element: HTMLElement, check: Check): ControlRefusal {
  focusOn(element);
  return check();
}

/** Removes the focus from an element, which makes forms check it. */
export function removeFocus(element: HTMLElement): void {
  const hasFocus = element.ownerDocument.hasFocus();
  element.blur();
  if (hasFocus) return;
  element.dispatchEvent(new FocusEvent('blur', { composed: true }));
  element.dispatchEvent(new FocusEvent('focusout', { bubbles: true, composed: true }));
}

/**
 * Presses an element like a mouse. The page handles each event before the next, as it would for a user. `check` is
 * called before the button goes down, and again before the click. A refusal ends the press.
 */
export async function pressElement(element: HTMLElement, check: Check = () => null): Promise<ControlRefusal> {
  element.scrollIntoView?.({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const place = { ...EVENT, clientX: left + width / 2, clientY: top + height / 2, button: 0 };
  const pointer = { ...place, pointerId: 1, pointerType: 'mouse', isPrimary: true, width: 1, height: 1 };
  element.dispatchEvent(new PointerEvent('pointerover', pointer));
  element.dispatchEvent(new MouseEvent('mouseover', place));
  element.dispatchEvent(new PointerEvent('pointermove', pointer));
  element.dispatchEvent(new MouseEvent('mousemove', place));
  await waitForHandlers();
  const refusal = check();
  if (refusal !== null) return refusal;
  element.dispatchEvent(new PointerEvent('pointerdown', { ...pointer, buttons: 1, pressure: 0.5 }));
  const isOpen = element.dispatchEvent(new MouseEvent('mousedown', { ...place, buttons: 1, detail: 1 }));
  await waitForHandlers();
  if (!element.isConnected) return null;
  if (isOpen && element.tabIndex >= 0) focusOn(element);
  element.dispatchEvent(new PointerEvent('pointerup', pointer));
  element.dispatchEvent(new MouseEvent('mouseup', { ...place, detail: 1 }));
  await waitForHandlers();
  if (!element.isConnected) return null;
  const lateRefusal = check();
  if (lateRefusal !== null) return lateRefusal;
  element.dispatchEvent(new MouseEvent('click', { ...place, detail: 1 }));
  await waitForHandlers();
  return null;
}

/** The code of each key, and the number that older pages read. */
const KEYS: Readonly<Record<string, number>> = {
  ArrowDown: 40,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowLeft: 37,
  Home: 36,
  End: 35,
  Escape: 27,
  Enter: 13,
};

/** Presses a key. Browsers ignore such an event, so Enter submits no form, but pages handle it as usual. */
export function dispatchKey(element: HTMLElement, key: string): void {
  const keys = { ...EVENT, key, code: key, keyCode: KEYS[key] ?? 0 };
  element.dispatchEvent(new KeyboardEvent('keydown', keys));
  element.dispatchEvent(new KeyboardEvent('keyup', keys));
}

/**
 * Writes the value of a text field with the browser's own setter, even if the page has replaced it, and dispatches the
 * events of typing.
 */
export function writeValue(element: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const prototype = element instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Reflect.set(prototype, 'value', value, element);
  announceInput(element, value);
}

export function announceInput(element: HTMLElement, data: string): void {
  element.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertText', data }));
}

export function announceChange(element: HTMLElement): void {
  element.dispatchEvent(new Event('change', { bubbles: true }));
}
