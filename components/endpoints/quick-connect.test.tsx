// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test } from 'vitest';
import { control, press, render } from '../../lib/testing/render-component.tsx';
import { QuickConnect, type Recognized } from './quick-connect.tsx';

async function shown(recognized: Recognized) {
  const connected: string[] = [];
  const { host } = await render(
    <QuickConnect recognize={() => recognized} isBusy={false} onConnect={(text) => connected.push(text)} />,
  );
  const field = host.querySelector('input') as HTMLInputElement;
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, ' sk-or-1 ');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  return { host, field, connected };
}

test('a key is hidden, its service is named, and it is used without the spaces around it', async () => {
  const { host, field, connected } = await shown({ type: 'key', service: 'OpenRouter' });
  expect(field.type).toBe('password');
  expect(host.textContent).toContain('OpenRouter');
  await press(host, 'Connect');
  expect(connected).toEqual(['sk-or-1']);
});

test('what is neither a key nor an address cannot be used', async () => {
  const { host } = await shown({ type: 'nothing' });
  expect((control(host, 'Connect') as HTMLButtonElement).disabled).toBe(true);
});
