// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { pressKey, render } from '../../lib/testing/render-component.tsx';
import { ContextMenu } from './context-menu.tsx';

async function renderMenu(): Promise<HTMLElement> {
  const nothing = () => undefined;
  const { host } = await render(
    <ContextMenu
      tab={{ tabId: 1, title: 'Tides', url: 'https://a.test/' }}
      isPinned={false}
      others={[{ tabId: 2, title: 'Ferries', url: 'https://b.test/' }]}
      hidden={0}
      added={[]}
      onPin={nothing}
      onToggle={nothing}
      onSettings={nothing}
      onTranslate={nothing}
      pageContext={null}
      onPageContext={nothing}
      pageContextByDefault="on-demand"
    />,
  );
  return host;
}

test('arrow keys move between the options, around both ends', async () => {
  const buttons = [...(await renderMenu()).querySelectorAll('button')];
  expect(document.activeElement).toBe(buttons[0]);
  expect(await pressKey('ArrowUp')).toBe(true);
  expect(document.activeElement).toBe(buttons.at(-1));
  expect(await pressKey('ArrowDown')).toBe(true);
  expect(document.activeElement).toBe(buttons[0]);
});

test('arrow keys choose a mode while the list of modes has the focus', async () => {
  const select = (await renderMenu()).querySelector('select');
  select?.focus();
  expect(await pressKey('ArrowDown')).toBe(false);
  expect(document.activeElement).toBe(select);
});

test('the default for sending the page says what it is', async () => {
  const [option] = (await renderMenu()).querySelectorAll('option');
  expect(option?.textContent).toBe('Default (When the model asks for it)');
});
