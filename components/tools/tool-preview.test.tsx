// @vitest-environment happy-dom
import { act } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { previewOf, type ToolPreview } from '../../lib/contracts/tool-preview.ts';
import { drawn } from '../markdown/drawn-figure.tsx';
import { Passages } from '../markdown/passages.ts';
import { ToolPreviewView } from './tool-preview.tsx';

const html = (preview: ToolPreview) => renderToStaticMarkup(<ToolPreviewView preview={preview} />);

test('an outline is a list of links to its sections', async () => {
  const items = [
    { title: 'Guide', depth: 0 },
    { title: 'Install', depth: 1 },
  ];
  const shown: string[] = [];
  const { host } = await drawn(
    <Passages value={{ has: () => true, show: (text) => shown.push(text) }}>
      <ToolPreviewView preview={{ kind: 'outline', items }} />
    </Passages>,
  );
  expect([...host.querySelectorAll('li')].map((item) => item.textContent)).toEqual(['Guide', 'Install']);
  await act(async () => host.querySelectorAll('button')[1]?.click());
  expect(shown).toEqual(['Install']);
});

test('passages show their place, and link to it', async () => {
  const items = [{ place: 'Guide > Install', text: 'Run the installer.' }];
  const shown: string[] = [];
  const { host } = await drawn(
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
  expect(html({ kind: 'table', markdown: '| A |\n| --- |\n| 1 |' })).toContain('<th style="text-align:start">A</th>');
});

test('an invalid preview is ignored', () => {
  expect(previewOf(undefined)).toBeNull();
  expect(previewOf({ preview: { kind: 'outline', items: 'all' } })).toBeNull();
  expect(previewOf({ preview: { kind: 'links', items: [] } })).toEqual({ kind: 'links', items: [] });
});
