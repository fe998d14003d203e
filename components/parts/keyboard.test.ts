// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { ignoreKeysHeldElsewhere } from './keyboard.ts';

ignoreKeysHeldElsewhere(window as unknown as Window);

/** A button that is pressed with a key, and the field that it opens. */
function showPage() {
  document.body.innerHTML = '<button>Edit</button><textarea></textarea>';
  const heard: string[] = [];
  const [button, field] = [...document.body.children] as [HTMLElement, HTMLElement];
  for (const element of [button, field])
    element.addEventListener('keydown', (event) => heard.push(`${element.localName} ${event.key}`));
  const press = (element: HTMLElement, key: string, repeat = false) => {
    const event = new KeyboardEvent('keydown', { key, repeat, bubbles: true, cancelable: true });
    element.dispatchEvent(event);
    return event;
  };
  return { heard, press, button, field };
}

test.each(['Enter', ' '])('%j that is held down does nothing to what it has opened', (key) => {
  const { heard, press, button, field } = showPage();
  press(button, key);
  expect(press(field, key, true).defaultPrevented).toBe(true);
  expect(heard).toEqual([`button ${key}`]);
  press(field, key);
  expect(heard).toEqual([`button ${key}`, `textarea ${key}`]);
});

test('keys that are held down where they were pressed are repeated, and so are those that move', () => {
  const { heard, press, button, field } = showPage();
  press(field, 'Enter');
  press(field, 'Enter', true);
  press(button, 'ArrowDown');
  press(field, 'ArrowDown', true);
  expect(heard).toEqual(['textarea Enter', 'textarea Enter', 'button ArrowDown', 'textarea ArrowDown']);
});
