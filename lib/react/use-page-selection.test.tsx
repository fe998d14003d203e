// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { render } from '../testing/render-component.tsx';
import { usePageSelection } from './use-page-selection.ts';

const page = vi.hoisted(() => ({ selected: '' }));
vi.mock('../extension/index.ts', () => ({
  readSelectionPreview: async () => page.selected,
  clearSelection: async () => {
    page.selected = '';
  },
}));

const TAB = { tabId: 1, url: 'https://tides.test/', title: 'Tides' } as never;

async function shown(tab: never | null) {
  const view = {} as { selection: ReturnType<typeof usePageSelection> };
  const View = () => {
    view.selection = usePageSelection(tab);
    return null;
  };
  await render(<View />);
  return view;
}

const turnTo = (event: string) => act(async () => void document.documentElement.dispatchEvent(new Event(event)));

test('the selection on the page is known when the pointer enters the panel, until it is cleared', async () => {
  page.selected = '';
  const view = await shown(TAB);
  expect(view.selection.text).toBe('');
  page.selected = 'High water is at noon.';
  await turnTo('pointerenter');
  expect(view.selection.text).toBe('High water is at noon.');
  await act(async () => view.selection.clear());
  expect(view.selection.text).toBe('');
  expect(page.selected).toBe('');
});

test('a page whose address the browser hides is not examined', async () => {
  page.selected = 'High water is at noon.';
  const view = await shown({ tabId: 1, url: '', title: '' } as never);
  expect(view.selection.text).toBe('');
});
