// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { render } from '../../lib/testing/render-component.tsx';
import { Installed } from './installed.tsx';

const steps = (host: HTMLElement) => [...host.querySelectorAll('li')].map(({ textContent }) => textContent);

test('beginners read where the button is in their browser, and how a tab is shared', async () => {
  const { host, rerender } = await render(<Installed button="extensions-menu" keys="" onOpen={() => undefined} />);
  expect(steps(host)[0]).toContain('puzzle piece');
  expect(steps(host)[1]).toContain('this tab, and no other');
  await rerender(<Installed button="toolbar" keys="" onOpen={() => undefined} />);
  expect(steps(host)[0]).toBe('The Sidenote button is in the browser’s toolbar.');
});

test('the panel opens with a button, next to which its keys are shown', async () => {
  const open = vi.fn();
  const { host } = await render(<Installed button="toolbar" keys="Ctrl+Alt+J" onOpen={open} />);
  expect(host.querySelector('kbd')?.textContent).toBe('Ctrl+Alt+J');
  await act(async () => host.querySelector('button')?.click());
  expect(open).toHaveBeenCalledOnce();
});

test('without a toolbar, the menu of the browser is named, and no button promises a panel next to the page', async () => {
  const { host } = await render(<Installed button="browser-menu" keys="" onOpen={() => undefined} />);
  expect(host.textContent).toContain('the browser’s menu');
  expect(host.querySelector('button, svg')).toBeNull();
});
