// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import type { McpPrompt } from '../../lib/contracts/mcp.ts';
import { elementText, render } from '../../lib/testing/render-component.tsx';
import { FileChip } from './attachment-chips.tsx';
import { McpPromptForm } from './mcp-prompt-form.tsx';
import { PromptSuggestion, SuggestionMenu } from './suggestion-menu.tsx';

const SERVER = { name: 'Everything', url: 'https://mcp.test/' };
const PROMPT: McpPrompt = {
  name: 'args-prompt',
  title: 'Weather <b>of</b>',
  description: 'Asks for the weather.',
  arguments: [
    { name: 'city', title: 'City', description: 'Its name.', isRequired: true },
    { name: 'state', title: 'State', description: '', isRequired: false },
  ],
};

test('the form of a prompt names its server, and returns what was entered, without empty fields', async () => {
  const entered: Record<string, string>[] = [];
  const { host } = await render(
    <McpPromptForm
      server={SERVER}
      {...PROMPT}
      isTemplate={false}
      isLoading={false}
      onGet={(each) => entered.push(each)}
      onComplete={async () => Promise.reject(new Error('This server suggests nothing.'))}
      onCancel={() => undefined}
    />,
  );
  expect(elementText(host)).toContain('Weather <b>of</b> From Everything (https://mcp.test/)');
  const [city, state] = [...host.querySelectorAll('input')];
  expect([city?.required, state?.required]).toEqual([true, false]);
  if (city) city.value = 'Paris';
  await act(async () => host.querySelector('form')?.requestSubmit());
  expect(entered).toEqual([{ city: 'Paris' }]);
});

test('the form of a template asks the server for values while the user types, and says so', async () => {
  vi.useFakeTimers();
  const asked: unknown[] = [];
  const { host } = await render(
    <McpPromptForm
      server={{ ...SERVER, hasCompletions: true }}
      {...PROMPT}
      isTemplate
      isLoading={false}
      onGet={() => undefined}
      onComplete={async (...request) => {
        asked.push(request);
        return ['Paris', '<b>Pau</b>'];
      }}
      onCancel={() => undefined}
    />,
  );
  expect(elementText(host)).toContain('Everything suggests values here and gets what you type.');
  expect(elementText(host)).toContain('Get resource');
  const [city, state] = [...host.querySelectorAll('input')];
  if (!city || !state) throw new Error('No fields.');
  const write = (field: HTMLInputElement, text: string) => {
    field.value = text;
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };
  write(state, 'FR');
  write(city, 'P');
  write(city, 'Pa');
  await act(async () => void (await vi.advanceTimersByTimeAsync(300)));
  // Once, after a pause, and with the values of the other fields.
  expect(asked).toEqual([[{ name: 'city', value: 'Pa' }, { state: 'FR' }]]);
  const values = document.getElementById(city.getAttribute('list') ?? '')?.querySelectorAll('option') ?? [];
  expect([...values].map((option) => option.value)).toEqual(['Paris', '<b>Pau</b>']);
  vi.useRealTimers();
});

test('a prompt is shown in full before it is sent, and folded afterwards, as text', async () => {
  const file = { type: 'prompt', name: 'args-prompt', text: 'What is <img src=x>?', source: SERVER } as const;
  const before = await render(<FileChip file={file} onRemove={() => undefined} />);
  expect(before.host.querySelector('details')?.open).toBe(true);
  expect(elementText(before.host)).toContain('args-prompt From Everything (https://mcp.test/) What is <img src=x>?');
  const after = await render(<FileChip file={file} />);
  expect(after.host.querySelector('details')?.open).toBe(false);
  expect(after.host.querySelectorAll('img, button')).toHaveLength(0);
});

test('a resource that has changed on its server since it was attached says so', async () => {
  const file = { type: 'text', name: 'x://y', text: 'Words.', source: SERVER } as const;
  expect(elementText((await render(<FileChip file={file} isChanged />)).host)).toContain('Changed on the server');
  expect(elementText((await render(<FileChip file={file} />)).host)).not.toContain('Changed');
});

test('a resource names its server', async () => {
  const { host } = await render(<FileChip file={{ type: 'text', name: 'x://y', text: 'Words.', source: SERVER }} />);
  expect(elementText(host)).toContain('Everything');
  expect(host.querySelector('li')?.title).toContain('From Everything (https://mcp.test/)');
});

test('prompts of servers are marked in the menu', async () => {
  const picked: string[] = [];
  const prompts = [
    { name: 'explain', text: 'Explain', onPick: () => picked.push('own') },
    { name: 'explain', text: 'Explains', server: 'Everything', onPick: () => picked.push('server') },
  ];
  const suggestions = prompts.map((prompt, index) => ({
    key: String(index),
    content: <PromptSuggestion prompt={prompt} />,
    pick: prompt.onPick,
  }));
  const { host } = await render(
    <SuggestionMenu id="m" label="Prompts" suggestions={suggestions} active={0} onActive={() => undefined} />,
  );
  expect([...host.querySelectorAll('[role="option"]')].map(elementText)).toEqual([
    '/ explain Explain',
    '/ explain Everything Explains',
  ]);
  await act(async () => host.querySelectorAll<HTMLElement>('[role="option"]')[1]?.click());
  expect(picked).toEqual(['server']);
});
