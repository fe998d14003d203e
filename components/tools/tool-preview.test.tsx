// @vitest-environment happy-dom
import { act } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { readToolPreview, type ToolPreview } from '../../lib/contracts/tool-view.ts';
import { render } from '../../lib/testing/render-component.tsx';
import { Passages } from '../markdown/passages.tsx';
import { OpenChat, ShowTab, ToolPreviewView } from './tool-preview.tsx';

const html = (preview: ToolPreview) => renderToStaticMarkup(<ToolPreviewView preview={preview} />);

test('an outline is a list of links to its sections', async () => {
  const items = [
    { title: 'Guide', depth: 0 },
    { title: 'Install', depth: 1 },
  ];
  const shown: string[] = [];
  const { host } = await render(
    <Passages value={{ has: () => true, show: (text) => shown.push(text) }}>
      <ToolPreviewView preview={{ kind: 'outline', items }} />
    </Passages>,
  );
  expect([...host.querySelectorAll('li')].map((item) => item.textContent)).toEqual(['Guide', 'Install']);
  await act(async () => host.querySelectorAll('button')[1]?.click());
  expect(shown).toEqual(['Install']);
});

test('each result has the direction of its own text', async () => {
  const items = [
    { text: 'المد والجزر', url: 'https://a.test/' },
    { text: 'Tides', url: 'https://b.test/' },
  ];
  const { host } = await render(<ToolPreviewView preview={{ kind: 'links', items }} />);
  expect(host.querySelector('ul')?.getAttribute('dir')).toBeNull();
  expect([...host.querySelectorAll('li')].map((item) => item.getAttribute('dir'))).toEqual(['auto', 'auto']);
});

test('passages of other chats show their day, and their titles open the chat there', async () => {
  const hit = { threadId: 't', messageId: 'm', title: 'About the sea', date: '2026-10-03', text: 'High at noon.' };
  const preview: ToolPreview = { kind: 'chats', items: [hit] };
  const opened: string[][] = [];
  const { host } = await render(
    <OpenChat value={(...place) => opened.push(place)}>
      <ToolPreviewView preview={preview} />
    </OpenChat>,
  );
  expect(host.querySelector('.own-place')?.textContent).toBe('2026-10-03');
  expect(host.querySelector('.own-text')?.textContent).toBe('High at noon.');
  await act(async () => host.querySelector('button')?.click());
  expect(opened).toEqual([['t', 'm']]);
  // Untrusted text is rendered as text.
  expect(html({ kind: 'chats', items: [{ ...hit, title: '<img src=x>' }] })).toContain('&lt;img src=x&gt;');
});

test('passages of tabs show their site, and their titles go to the tab', async () => {
  const hit = { tabId: 4, title: 'The sea', url: 'https://sea.test/a', text: 'High at noon.' };
  const shown: unknown[] = [];
  const { host } = await render(
    <ShowTab value={(...place) => shown.push(place)}>
      <ToolPreviewView preview={{ kind: 'tabs', items: [hit, { ...hit, title: '' }] }} />
    </ShowTab>,
  );
  expect(host.querySelector('.own-place')?.textContent).toBe('sea.test');
  await act(async () => host.querySelector('button')?.click());
  expect(shown).toEqual([[4, 'High at noon.']]);
  expect([...host.querySelectorAll('button')].at(-1)?.textContent).toBe('https://sea.test/a');
});

test('saved pages show their day and folder, and open', async () => {
  const hit = { title: 'The sea', url: 'https://sea.test/a', snippet: 'Sea > North', date: '2026-10-03' };
  const items = [hit, { ...hit, title: '', url: 'https://sea.test/b' }, { ...hit, url: 'javascript:alert(1)' }];
  const { host } = await render(<ToolPreviewView preview={{ kind: 'pages', items }} />);
  expect(host.querySelector('.own-place')?.textContent).toBe('2026-10-03 · Sea > North');
  expect([...host.querySelectorAll('a')].map((link) => [link.textContent, link.dataset.address])).toEqual([
    ['The sea', 'https://sea.test/a'],
    ['https://sea.test/b', 'https://sea.test/b'],
  ]);
});

test('passages show their place, and link to it', async () => {
  const items = [{ place: 'Guide > Install', text: 'Run the installer.' }];
  const shown: string[] = [];
  const { host } = await render(
    <Passages value={{ has: () => true, show: (text) => shown.push(text) }}>
      <ToolPreviewView preview={{ kind: 'passages', items }} />
    </Passages>,
  );
  expect(host.querySelector('.passage-place')?.textContent).toBe('Guide > Install');
  await act(async () => host.querySelector('button')?.click());
  expect(shown).toEqual(['Run the installer.']);
});

test('there are no buttons without a page', () => {
  expect(html({ kind: 'outline', items: [{ title: 'Guide', depth: 0 }] })).not.toContain('<button');
});

test('links are shown as text with their address', () => {
  const page = html({ kind: 'links', items: [{ text: '', url: 'https://a.test/x' }] });
  expect(page).toContain('(no text)');
  expect(page).toContain('https://a.test/x');
  expect(page).not.toContain('<a');
});

test('a table is rendered as a table', () => {
  expect(html({ kind: 'table', markdown: '| A |\n| --- |\n| 1 |' })).toMatch(
    /<table[^>]*>.*<th [^>]*>A<\/th>.*<td [^>]*>1<\/td>.*<\/table>/,
  );
});

test('an invalid preview is ignored', () => {
  expect(readToolPreview(undefined)).toBeNull();
  expect(readToolPreview({ preview: { kind: 'outline', items: 'all' } })).toBeNull();
  expect(readToolPreview({ preview: { kind: 'links', items: [] } })).toEqual({ kind: 'links', items: [] });
});
