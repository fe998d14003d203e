// @vitest-environment happy-dom
import { act } from 'react';
import { describe, expect, test } from 'vitest';
import type { Endpoint } from '../../lib/contracts/endpoint.ts';
import { CheckName, type EndpointCheck } from '../../lib/contracts/endpoint-check.ts';
import { control, elementText, press, render } from '../../lib/testing/render-component.tsx';
import { EndpointCard } from './endpoint-card.tsx';

const SERVER: Endpoint = {
  endpointId: 'e',
  name: 'My server',
  baseUrl: 'http://127.0.0.1:1234/v1',
  models: ['qwen', 'gemma'],
  createdAt: 0,
};

type Case = { endpoint?: Partial<Endpoint>; lastFour?: string | null; isAllowed?: boolean; note?: string | null };

async function card({ endpoint, lastFour = null, isAllowed = true, note = null }: Case = {}) {
  const done: string[] = [];
  const test = Promise.withResolvers<void>();
  let tell: (check: EndpointCheck) => void = () => undefined;
  const { host } = await render(
    <EndpointCard
      endpoint={{ ...SERVER, ...endpoint }}
      capabilities={[]}
      lastFour={lastFour}
      isAllowed={isAllowed}
      neverTakesTools={() => false}
      onAllow={() => done.push('allow')}
      onEdit={() => done.push('edit')}
      onDelete={() => done.push('delete')}
      onRefresh={async () => note}
      onTest={(modelId, onCheck) => {
        done.push(`test ${modelId}`);
        tell = onCheck;
        return test.promise;
      }}
      onOverride={(modelId, supportsTools) => done.push(`${modelId} ${supportsTools}`)}
    >
      <i>its settings</i>
    </EndpointCard>,
  );
  const checked = (check: EndpointCheck) => act(async () => tell(check));
  return { host, done, checked, end: () => act(async () => test.resolve()) };
}

async function choose(select: HTMLSelectElement | null | undefined, value: string): Promise<void> {
  if (!select) throw new Error('There is no such list.');
  select.value = value;
  await act(async () => void select.dispatchEvent(new Event('change', { bubbles: true })));
}

describe('an endpoint', () => {
  test('is a named section with its address and the state of its key', async () => {
    const { host } = await card();
    expect(host.querySelector('section')?.getAttribute('aria-label')).toBe('My server');
    expect(elementText(host.querySelector('header'))).toBe('My server http://127.0.0.1:1234/v1 No key');
    expect(elementText((await card({ lastFour: '6789' })).host.querySelector('header'))).toContain('Key ends in 6789');
  });

  test('without permission asks for it', async () => {
    const { host, done } = await card({ isAllowed: false });
    expect(host.textContent).toContain('The browser doesn’t allow Sidenote to connect to this server yet.');
    await press(host, 'Allow');
    expect(done).toEqual(['allow']);
    expect((await card()).host.textContent).not.toContain('doesn’t allow');
  });

  test('without models shows how to get some, and can be tested', async () => {
    const { host, done } = await card({ endpoint: { models: [] } });
    expect(host.textContent).toContain('No models are known yet.');
    expect(host.querySelector('select')).toBeNull();
    await press(host, 'Test connection');
    expect(done).toEqual(['test null']);
  });

  test('shows the result of listing its models', async () => {
    const { host } = await card({ note: '14 models listed.' });
    await press(host, 'List models');
    expect(elementText(host.querySelector('output'))).toBe('14 models listed.');
  });

  test('is edited on click, and deleted on the second click', async () => {
    const { host, done } = await card();
    await press(host, 'Edit');
    await press(host, 'Delete');
    expect(done).toEqual(['edit']);
    await press(host, 'Delete?');
    expect(done).toEqual(['edit', 'delete']);
  });

  test("lets the user override the selected model's tool support", async () => {
    const { host, done } = await card();
    const [model, tools] = host.querySelectorAll('select');
    await choose(model, 'gemma');
    await choose(tools, 'tags');
    await choose(tools, 'native');
    expect(done).toEqual(['gemma false', 'gemma true']);
  });
});

describe('the connection test', () => {
  test('shows each check as it arrives, by text and icon, and can be repeated at the end', async () => {
    const { host, done, checked, end } = await card();
    const button = control(host, 'Test connection') as HTMLButtonElement;
    await press(host, 'Test connection');
    expect(done).toEqual(['test qwen']);
    expect(button.disabled).toBe(true);
    expect(host.querySelector('ul')).toBeNull();
    await checked({ check: 'reachable', result: 'ok', finding: { type: 'takes-requests' } });
    await checked({ check: 'key', result: 'note', finding: { type: 'no-key-needed' } });
    await checked({ check: 'stream', result: 'failed', finding: { type: 'test-interrupted' } });
    const lines = [...host.querySelectorAll('ul[aria-label="Connection test"] li')];
    expect(lines.map(elementText)).toEqual([
      'Server : The server accepts requests from Sidenote.',
      'Key : No API key is needed.',
      'Streaming : The test was interrupted. Press the button again.',
    ]);
    expect(lines.map((line) => line.querySelector('svg')?.getAttribute('aria-label'))).toEqual([
      'Works',
      'Note',
      'Failed',
    ]);
    await end();
    expect(button.disabled).toBe(false);
  });

  test('has a name for every check', async () => {
    const { host, checked } = await card();
    await press(host, 'Test connection');
    for (const check of CheckName.options) await checked({ check, result: 'ok', finding: { type: 'streams' } });
    expect([...host.querySelectorAll('li b')].map(elementText)).toEqual([
      'Permission',
      'Server',
      'Browser extensions',
      'Key',
      'Model',
      'Streaming',
      'Tools',
      'Images',
      'Context',
    ]);
  });

  test('of one model is not shown for another, which can be chosen once it has ended', async () => {
    const { host, checked, end } = await card();
    await press(host, 'Test connection');
    await checked({ check: 'model', result: 'ok', finding: { type: 'model-answers', model: 'qwen' } });
    expect(host.querySelector('select')?.disabled).toBe(true);
    await end();
    expect(host.querySelector('select')?.disabled).toBe(false);
    await choose(host.querySelector('select'), 'gemma');
    expect(host.querySelector('ul')).toBeNull();
  });
});
