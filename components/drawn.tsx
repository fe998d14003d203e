import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

/** Draws an element into the test's document (`@vitest-environment happy-dom`), and again with what `redraw` is given. */
export async function drawn(
  element: ReactNode,
): Promise<{ host: HTMLElement; redraw: (next: ReactNode) => Promise<void> }> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const host = document.createElement('div');
  document.body.append(host);
  const root = createRoot(host);
  const redraw = (next: ReactNode) => act(async () => root.render(next));
  await redraw(element);
  return { host, redraw };
}
