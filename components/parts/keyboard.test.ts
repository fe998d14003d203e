// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest';
import { ignoreKeysHeldElsewhere, keepFocusNearby } from './keyboard.ts';

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

describe('when the focused element is removed', () => {
  keepFocusNearby(document);
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([{}] as never);

  /**
   * Shows a page, and removes the element with the focus. Resolves to the id of the element that has the focus then.
   */
  async function remove(html: string, event: Event, other?: string): Promise<string> {
    document.body.innerHTML = html;
    const focused = document.getElementById('gone') as HTMLElement;
    focused.focus();
    focused.dispatchEvent(event);
    (focused.closest('li') ?? focused).remove();
    if (other !== undefined) document.getElementById(other)?.focus();
    await new Promise((resolve) => setTimeout(resolve, 120));
    return document.activeElement?.id ?? '';
  }
  const byKey = () => new KeyboardEvent('keydown', { key: 'Enter', bubbles: true });
  const ROWS =
    '<button id="top"></button><ul><li><button id="gone"></button></li><li><button id="next"></button></li></ul>';
  const CHIP =
    '<button id="top"></button><form><button id="pill"></button><ul><li><button id="gone"></button></li></ul><div class="composer-box"><textarea id="field"></textarea></div></form>';

  test('by a key, the focus goes to the nearest one, and to the message field beside it', async () => {
    expect(await remove(ROWS, byKey())).toBe('next');
    expect(await remove(CHIP, byKey())).toBe('field');
  });

  test('it stays where a component has moved it', async () => {
    expect(await remove(ROWS, byKey(), 'top')).toBe('top');
  });

  test('by a pointer, nothing takes it', async () => {
    expect(await remove(ROWS, new MouseEvent('pointerdown', { bubbles: true }))).toBe('');
  });
});
