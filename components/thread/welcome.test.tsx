// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { elementText, press, render } from '../../lib/testing/render-component.tsx';
import { Welcome } from './welcome.tsx';

async function shown(hasPage: boolean, hasSelection = false, isForeign = false) {
  const done: string[] = [];
  const { host } = await render(
    <Welcome
      hasPage={hasPage}
      hasSelection={hasSelection}
      onAsk={(text) => done.push(`ask ${text}`)}
      onWrite={(text) => done.push(`write ${text}`)}
      onCompare={() => done.push('compare')}
      onTranslate={isForeign ? () => done.push('translate') : null}
    />,
  );
  return { host, done };
}

test('a suggestion about the page is asked immediately', async () => {
  const { host, done } = await shown(true);
  await press(host, 'Summarize this page');
  expect(done).toEqual(['ask Summarize this page']);
});

test('without a page no suggestion mentions one, and an incomplete suggestion waits for more words', async () => {
  const { host, done } = await shown(false);
  expect(elementText(host.querySelector('h2'))).toBe('Ask anything');
  expect(host.textContent).not.toContain('page');
  await press(host, 'Explain a term');
  await press(host, 'Compare two tabs');
  expect(done).toEqual(['write Explain a term', 'compare']);
});

test('a selection is only offered to be explained while there is one', async () => {
  expect((await shown(true)).host.textContent).not.toContain('selected text');
  const { host, done } = await shown(true, true);
  await press(host, 'Explain the selected text');
  expect(done).toEqual(['ask Explain the selected text']);
});

test('the translation of a page in another language is offered', async () => {
  expect((await shown(true)).host.textContent).not.toContain('Translate');
  const { host, done } = await shown(true, false, true);
  await press(host, 'Translate this page');
  expect(done).toEqual(['translate']);
});
