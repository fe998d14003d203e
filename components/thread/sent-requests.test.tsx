// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test } from 'vitest';
import { LOCAL_DESTINATIONS, type ReceiptEntry } from '../../lib/contracts/receipt.ts';
import { elementText, render } from '../../lib/testing/render-component.tsx';
import { AnswerReceipt, ReceiptFold, type SentRequest } from './sent-requests.tsx';

let n = 0;
function request(origin: string, change: Partial<SentRequest> = {}): SentRequest {
  const hash = 'a'.repeat(64);
  const entry: ReceiptEntry = {
    n: ++n,
    at: 1_764_000_000_000,
    kind: 'model',
    run: 'run',
    origin,
    method: 'POST',
    bytes: 12_345,
    headers: [],
    address: hash,
    body: hash,
    passages: [],
  };
  const details = { salt: '0'.repeat(32), address: `${origin}/chat`, pages: [], spans: [] };
  return { entry, details, body: async () => ({ text: '{"exact":"text"}' }), ...change };
}

const shown = async (...requests: SentRequest[]) =>
  (await render(<AnswerReceipt requests={requests} onSave={() => undefined} />)).host;

async function open(host: HTMLElement, index = 0): Promise<void> {
  const line = host.querySelectorAll('details')[index];
  if (!line) throw new Error('There is no line.');
  await act(async () => {
    line.open = true;
    line.dispatchEvent(new Event('toggle'));
  });
}

const NOTHING_LEFT = 'Nothing left this computer.';
const LOCAL_SERVER = 'All requests went to a server on this computer, which may pass them on.';

test.each([
  ['a model inside Sidenote', [LOCAL_DESTINATIONS.extension], NOTHING_LEFT],
  ['a server on this computer', ['http://127.0.0.1:8080', 'http://[::1]:1'], `${NOTHING_LEFT} ${LOCAL_SERVER}`],
])('an answer of %s says that nothing left the computer', async (_name, origins, text) => {
  const host = await shown(...origins.map((origin) => request(origin)));
  expect(elementText(host.querySelector('p'))).toBe(text);
});

test.each([
  ['another computer', ['http://127.0.0.1:8080', 'https://api.example.com']],
  ['the own network', ['http://192.168.1.2:11434']],
  ['a name that sounds like this computer', ['https://localhost.example.com']],
  ['the browser’s own model', [LOCAL_DESTINATIONS.browser]],
])('an answer that reached %s does not say so', async (_name, origins) => {
  const host = await shown(...origins.map((origin) => request(origin)));
  expect(host.textContent).not.toContain(NOTHING_LEFT);
});

test('an answer without a record says that, and not that nothing was sent', async () => {
  const host = await shown();
  expect(host.textContent).toMatch(/^There is no record for this answer\./);
  expect(host.querySelector('button')).toBeNull();
});

test('a request is one line with its receiver and size, and opens to its exact text', async () => {
  const host = await shown(request('https://api.example.com'));
  expect(elementText(host.querySelector('summary'))).toMatch(/Model request api\.example\.com 13 kB$/);
  expect(host.querySelector('pre')).toBeNull();
  await open(host);
  expect(host.querySelector('pre')?.textContent).toBe('{"exact":"text"}');
  expect(host.textContent).toContain('POST https://api.example.com/chat');
});

test.each([
  ['is not kept', { body: async () => ({ gap: 'private' as const }) }, 'What you entered in the form is not kept.'],
  ['was deleted', { details: null }, 'The text was removed when an earlier answer was deleted.'],
])('a text that %s is labelled as such', async (_name, change, text) => {
  const host = await shown(request('https://mcp.example.com', change));
  await open(host);
  expect(host.textContent).toContain(text);
  expect(host.querySelector('pre')).toBeNull();
});

test('the requests of an answer are only loaded on demand', async () => {
  const { host } = await render(<ReceiptFold>{() => <p>Looked up</p>}</ReceiptFold>);
  expect(host.textContent).toBe('What this answer sent');
  await open(host);
  expect(host.textContent).toContain('Looked up');
});
