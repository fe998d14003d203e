// @vitest-environment happy-dom
import { useEffect } from 'react';
import { expect, test } from 'vitest';
import { render } from './render-component.tsx';

let running = 0;

function Ticking() {
  useEffect(() => {
    running += 1;
    return () => {
      running -= 1;
    };
  }, []);
  return <p>Ticking</p>;
}

test('a component runs while its test does', async () => {
  const { host } = await render(<Ticking />);
  expect(host.isConnected).toBe(true);
  expect(running).toBe(1);
});

test('the component rendered by the previous test is gone, and its effects are cleaned up', () => {
  expect(document.body.textContent).toBe('');
  expect(running).toBe(0);
});
