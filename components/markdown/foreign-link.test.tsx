// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { render } from '../../lib/testing/render-component.tsx';
import { ForeignLink } from './foreign-link.tsx';

const ADDRESS = 'https://data.sink.test/';

async function link(onClick?: () => void): Promise<HTMLAnchorElement> {
  const { host } = await render(
    <ForeignLink address={ADDRESS} {...(onClick ? { onClick } : {})}>
      more
    </ForeignLink>,
  );
  const found = host.querySelector('a');
  if (found === null) throw new Error('There is no link.');
  found.addEventListener('click', (event) => event.preventDefault());
  return found;
}

test('a link of an answer has no address that a browser could look up until it is pressed or has the focus', async () => {
  const drawn = await link();
  expect(drawn.hasAttribute('href')).toBe(false);
  expect([drawn.getAttribute('role'), drawn.tabIndex]).toEqual(['link', 0]);
  await act(async () => void drawn.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })));
  expect(drawn.href).toBe(ADDRESS);
  const other = await link();
  await act(async () => other.focus());
  expect(other.href).toBe(ADDRESS);
});

test('a link that is clicked by a program opens its address', async () => {
  const onClick = vi.fn();
  const drawn = await link(onClick);
  const opened = vi.fn();
  drawn.addEventListener('click', () => opened(drawn.getAttribute('href')));
  await act(async () => drawn.click());
  expect(opened.mock.calls.flat()).toContain(ADDRESS);
  expect(onClick).toHaveBeenCalledTimes(1);
});
