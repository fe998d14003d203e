import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { waysOut } from './ways-out.ts';

/**
 * Where the extension makes the browser load or open something other than with `sendFor` (lib/extension/send.ts), and
 * why that is not a request that someone else chose without being seen. The linter forbids bare `fetch` and similar
 * functions.
 */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  // The extension's own worker that colours code.
  'components/markdown/code-block.tsx': ['new Worker'],
  // Not part of the extension: the pages of the demo, and its `fetch` and `open`, which name what the demo lacks.
  'demo/index.ts': ['.src ='],
  'demo/stand-ins.ts': ['window.fetch', 'window.open'],
  // Not part of the extension: the package for other programs.
  'lib/engine/engine-models.ts': ['globalThis.fetch'],
  // The tab of a page or search that the user allowed, with its whole address. It is muted, and closed afterwards.
  'lib/extension/background-tab.ts': ['search.query', 'tabs.create', 'tabs.update'],
  // Extension pages in frames of the extension.
  'lib/extension/hidden-page.ts': ['.src ='],
  // The extension page that shows where its button is, once.
  'lib/extension/installed-page.ts': ['tabs.create'],
  // The sign-in window, on a click.
  'lib/extension/mcp-ports.ts': ['.launchWebAuthFlow'],
  // Switches to an open tab.
  'lib/extension/open-tabs.ts': ['tabs.update'],
  // Pages of the extension and of the browser.
  'lib/extension/panel.ts': ['tabs.create', 'tabs.update'],
  // The extension's own worker that checks facts.
  'lib/react/fact-checker.ts': ['new Worker'],
  // A fetched page, as a document that runs and loads nothing, and the extension's own worker for PDFs.
  'entrypoints/pdf/main.ts': ['.srcdoc =', 'new Worker'],
};

const FILES = globSync(['{lib,components,entrypoints,demo}/**/*.{ts,tsx}'], {
  exclude: ['**/*.test.ts', '**/*.test.tsx', 'lib/testing/**'],
});

test('the extension sends, loads and opens in the listed places alone', () => {
  expect(FILES.length).toBeGreaterThan(700);
  const found = FILES.flatMap((file) => {
    const ways = waysOut(readFileSync(file, 'utf8'), { tsx: file.endsWith('x') });
    return ways.length === 0 ? [] : [[file.replaceAll('\\', '/'), ways] as const];
  });
  expect(Object.fromEntries(found)).toEqual(PLACES);
});

test('bare names of what sends are forbidden by the linter, but in the two places that send', () => {
  const rules = readFileSync('biome.json', 'utf8');
  for (const name of ['fetch', 'XMLHttpRequest', 'WebSocket', 'WebTransport', 'EventSource', 'Image', 'importScripts'])
    expect(rules).toMatch(new RegExp(`"${name}": "`));
  const exempt = FILES.filter((file) => /biome-ignore\s+lint\S*noRestrictedGlobals/.test(readFileSync(file, 'utf8')));
  expect(exempt.sort()).toEqual(['entrypoints/page-transcript.ts', 'lib/extension/send.ts']);
});

test.each([
  ['globalThis.fetch("https://a.test")', ['globalThis.fetch']],
  ['const send = window["fetch"]', ['window.fetch']],
  ['frame.contentWindow.fetch(url)', ['contentWindow.fetch']],
  ['new window.Image()', ['window.Image']],
  ['navigator.sendBeacon(url, text)', ['navigator.sendBeacon']],
  ['await browser.tabs.create({ url })', ['tabs.create']],
  ['await browser.tabs?.create({ url })', ['tabs.create']],
  ['image.src = url', ['.src =']],
  ["image.setAttribute('SRC', url)", ['.src =']],
  ['location.href = url', ['location =']],
  ['window.location = url', ['location =']],
  ['form.requestSubmit()', ['.requestSubmit()']],
  ['window.open(url)', ['window.open']],
  ['new Worker(url)', ['new Worker']],
])('finds %s', (source, ways) => {
  expect(waysOut(source)).toEqual(ways);
});

test.each([
  'type Send = typeof globalThis.fetch',
  'log.open({ type: "item" })',
  'const { src } = track',
  'tabs.get(1)',
])('lets be %s', (source) => {
  expect(waysOut(source)).toEqual([]);
});
