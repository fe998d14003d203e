// @vitest-environment happy-dom
import { act } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Project } from '../../lib/contracts/project.ts';
import { render } from '../../lib/testing/render-component.tsx';
import { ProjectDialog } from './project-dialog.tsx';

const PROJECTS = [
  { projectId: 'a', name: 'Tides' },
  { projectId: 'b', name: 'Ferries' },
] as Project[];

/** Implements the browser's behaviour, which happy-dom lacks. */
function showModal(this: HTMLDialogElement): void {
  this.open = true;
  this.querySelector('button')?.focus();
}

async function renderDialog() {
  vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(showModal);
  onTestFinished(() => void vi.restoreAllMocks());
  const onClose = vi.fn();
  const nothing = () => undefined;
  const { host } = await render(
    <ProjectDialog
      projects={PROJECTS}
      current="b"
      onChoose={nothing}
      onCreate={nothing}
      onManage={nothing}
      onClose={onClose}
    />,
  );
  return { dialog: host.querySelector('dialog') as HTMLDialogElement, onClose };
}

/** A click of the mouse that begins and ends on these elements. */
async function click(begin: Element, end = begin): Promise<void> {
  await act(async () => {
    begin.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    const target = begin === end ? end : (begin.closest('dialog') ?? end);
    target.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  });
}

test('the dialog of projects has the focus on the project of the chat', async () => {
  const { dialog } = await renderDialog();
  expect(dialog.open).toBe(true);
  expect(document.activeElement?.textContent).toBe('Ferries');
});

test('the dialog closes with a click outside, but not with one inside', async () => {
  const { dialog, onClose } = await renderDialog();
  const [content] = dialog.children;
  expect(dialog.children).toHaveLength(1);
  await click(content as Element);
  // A click that begins and ends on different elements is dispatched to their common ancestor, which is the dialog if
  // one end is outside.
  await click(dialog.querySelector('input') as Element, dialog);
  expect(onClose).not.toHaveBeenCalled();
  await click(dialog);
  expect(onClose).toHaveBeenCalled();
  expect(dialog.open).toBe(false);
});
