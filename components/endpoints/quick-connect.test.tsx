// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { EndpointCheck } from '../../lib/contracts/index.ts';
import { control, enterText, press, render } from '../../lib/testing/render-component.tsx';
import { QuickConnect, type Recognized } from './quick-connect.tsx';

async function shown(recognized: Recognized, checks: readonly EndpointCheck[] = []) {
  const connected: string[] = [];
  const { host } = await render(
    <QuickConnect
      recognize={() => recognized}
      isBusy={false}
      checks={checks}
      onConnect={(text) => connected.push(text)}
    />,
  );
  const field = host.querySelector('input') as HTMLInputElement;
  await enterText(field, ' sk-or-1 ');
  return { host, field, connected };
}

test('a key is hidden, its service is named, and it is used without the spaces around it', async () => {
  const { host, field, connected } = await shown({ type: 'key', service: 'OpenRouter' });
  expect(field.type).toBe('password');
  expect(host.textContent).toContain('OpenRouter');
  await press(host, 'Connect');
  expect(connected).toEqual(['sk-or-1']);
});

test('text that is neither a key nor an address cannot be used', async () => {
  const { host, field } = await shown({ type: 'nothing' });
  expect((control(host, 'Connect') as HTMLButtonElement).disabled).toBe(true);
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(
    /^Not a key or address yet/,
  );
});

test('the results of trying the server so far are listed', async () => {
  const { host } = await shown({ type: 'address' }, [
    { check: 'permission', result: 'ok', finding: { type: 'may-connect', host: 'h' } },
    { check: 'reachable', result: 'ok', finding: { type: 'lists-models', host: 'h', count: 3 } },
  ]);
  expect([...host.querySelectorAll('.checks li')].map((line) => line.textContent)).toEqual([
    'Permission: Sidenote is allowed to connect to h.',
    'Server: h responds and lists 3 models.',
  ]);
});
