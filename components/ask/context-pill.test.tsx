// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { elementText, render } from '../../lib/testing/render-component.tsx';
import { ContextPill } from './context-pill.tsx';

async function renderPillLabel(url: string, title = ''): Promise<string> {
  const nothing = () => undefined;
  const { host } = await render(
    <ContextPill
      page={{ title, url }}
      tokens={null}
      isPreparing={false}
      isPinned={false}
      isPinnedTabClosed={false}
      isWithoutPage={false}
      onToggle={nothing}
      isOpen={false}
      onOpen={nothing}
    >
      {null}
    </ContextPill>,
  );
  return elementText(host.querySelector('output'));
}

test.each([
  ['a page of the browser', 'about:preferences', '', 'A browser page (can’t be read)'],
  ['Reader View', 'about:reader?url=https%3A%2F%2Fa.test%2F', 'Tides', 'Reader View (can’t be read)'],
  ['a file, by its title and name', 'file:///home/tide%20table.html', 'Tides', 'Tides tide table.html'],
  ['a PDF file, whose title contains its name', 'file:///home/plan.pdf', 'Plan - plan.pdf', 'Plan plan.pdf'],
  ['a page that a script has made, by its title and site', 'blob:https://tides.test/0a1b', 'Bill', 'Bill tides.test'],
  ['a document that a script has made', 'blob:https://tides.test/0a1b', 'blob:https://tides.test/0a1b', 'tides.test'],
  ['a page that is its own address', 'data:text/html,<p>High water</p>', 'High water', 'High water'],
  [
    'a document that a script has made, without the id after its title',
    'blob:https://tides.test/0a1b',
    'Plan - 0a1b',
    'Plan tides.test',
  ],
  ['a document that is its own address', 'data:application/pdf;base64,JVBERi0=', 'pdf;base64,JVBERi0=', 'data:'],
  ['a file whose title is its name', 'file:///home/tides.json', 'tides.json', 'tides.json'],
  ['a file without a title', 'file:///home/plan.pdf', '', 'plan.pdf'],
  ['a file whose title is its path', 'file:///home/notes.txt', '/home/notes.txt', 'notes.txt'],
  ['a folder whose title is its path', 'file:///home/', '/home/', '/home/'],
  [
    'a page whose title is its address',
    'http://tides.test:80/data.json',
    'tides.test:80/data.json',
    'tides.test:80/data.json',
  ],
  [
    'a page whose title only begins like its address',
    'https://a.test/x',
    'a.test.example/x',
    'a.test.example/x a.test',
  ],
  ['a file whose name is no valid encoding', 'file:///home/100%.pdf', '', '100%.pdf'],
  ['a web page', 'https://a.test/x', 'Tides', 'Tides a.test'],
  ['a tab that is not shared', '', '', 'This tab (not shared yet)'],
])('the pill names %s', async (_what, url, title, label) => {
  expect(await renderPillLabel(url, title)).toBe(label);
});
