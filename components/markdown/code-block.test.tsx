// @vitest-environment happy-dom
import { act } from 'react';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { render } from '../../lib/testing/render-component.tsx';
import { splitCodeSegments } from './code-block.tsx';
import { type CodePiece, highlight } from './highlight.ts';
import { Markdown } from './markdown.tsx';

const joinPieces = (pieces: readonly CodePiece[]): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : joinPieces(piece.pieces))).join('');

/** Works in this thread, since there are no workers. */
class InlineWorker {
  onmessage: ((event: { data: unknown }) => void) | null = null;

  postMessage({ code, language }: { code: string; language: string }): void {
    queueMicrotask(() => this.onmessage?.({ data: highlight(code, language) }));
  }

  terminate(): void {
    this.onmessage = null;
  }
}
beforeAll(() => void vi.stubGlobal('Worker', InlineWorker));
afterAll(() => void vi.unstubAllGlobals());

describe('highlighting', () => {
  test.each([
    ['js', 'const a = `<b>1</b>`; // why\n'],
    ['python', 'def f(x):\n\treturn "a" % x\n'],
    ['html', '<img src=x onerror="alert(1)">'],
    ['json', '{"a": [1, null]}'],
  ])('of %s keeps every character', (language, code) => {
    const pieces = highlight(code, language) ?? [];
    expect(joinPieces(pieces)).toBe(code);
    expect(pieces.some((piece) => typeof piece !== 'string' && piece.className.startsWith('hljs-'))).toBe(true);
  });

  test('leaves an unknown language unchanged', () => {
    expect(highlight('x', 'klingon')).toBeNull();
  });

  const OPEN = '```js\nconst a = 1;\n';

  test('starts when the block is complete', async () => {
    const { host, rerender } = await render(<Markdown text={OPEN} />);
    await rerender(<Markdown text={`${OPEN}const b = 2;\n`} />);
    await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(host.querySelector('.hljs-keyword')).toBeNull();
    expect(host.querySelector('.code-head')?.textContent).toBe('jsCopy');
    await rerender(<Markdown text={`${OPEN}const b = 2;\n\`\`\``} />);
    await act(() => vi.waitFor(() => expect(host.querySelectorAll('.hljs-keyword')).toHaveLength(2)));
    expect(host.querySelector('code')?.textContent).toBe('const a = 1;\nconst b = 2;');
  });

  test('waits until nothing of the code is selected', async () => {
    const { host, rerender } = await render(<Markdown text={OPEN} />);
    const selection = getSelection() as Selection;
    selection.selectAllChildren(host.querySelector('code') as Element);
    await rerender(<Markdown text={`${OPEN}\`\`\``} />);
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(host.querySelector('.hljs-keyword')).toBeNull();
    expect(String(selection)).toContain('const a = 1;');
    selection.removeAllRanges();
    await act(async () => void document.dispatchEvent(new Event('selectionchange')));
    await act(() => vi.waitFor(() => expect(host.querySelector('.hljs-keyword')).not.toBeNull()));
  });

  test('waits for the fence that belongs to the block', async () => {
    const { host } = await render(<Markdown text={'````js\nconst a = 1;\n```\n'} />);
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(host.querySelector('.hljs-keyword')).toBeNull();
  });
});

describe('a Mermaid diagram', () => {
  const FLOW = '```mermaid\nflowchart TD\n  Moon --> Sea\n```';
  const buttons = (host: HTMLElement) =>
    [...host.querySelectorAll('button')].map(({ textContent }) => textContent?.trim());
  const isDrawn = (host: HTMLElement) =>
    act(() => vi.waitFor(() => expect(host.querySelector('.diagram img')).not.toBeNull()));

  test('is drawn by itself once it is complete, and shows its code at a click', async () => {
    const { host, rerender } = await render(<Markdown text={FLOW.slice(0, -3)} />);
    await act(() => import('./draw-diagram.ts').then(() => undefined));
    expect(host.querySelector('.diagram')).toBeNull();
    await rerender(<Markdown text={FLOW} />);
    await isDrawn(host);
    expect(host.querySelector('pre')?.hidden).toBe(true);
    expect(buttons(host)).toEqual(['Show code', 'Copy']);
    await act(async () => host.querySelector('button')?.click());
    expect(host.querySelector('.diagram img')).toBeNull();
    expect(host.querySelector('pre')?.hidden).toBe(false);
    expect(buttons(host)).toEqual(['Draw', 'Copy']);
  });

  test('is not drawn over code that is selected', async () => {
    const { host, rerender } = await render(<Markdown text={FLOW.slice(0, -3)} />);
    const selection = getSelection() as Selection;
    selection.selectAllChildren(host.querySelector('code') as Element);
    await rerender(<Markdown text={FLOW} />);
    await act(() => import('./draw-diagram.ts').then(() => undefined));
    await act(async () => undefined);
    expect(host.querySelector('.diagram img')).toBeNull();
    selection.removeAllRanges();
    await act(async () => void document.dispatchEvent(new Event('selectionchange')));
    await isDrawn(host);
  });

  test('that cannot be drawn stays code, without a button or a complaint', async () => {
    const { host } = await render(<Markdown text={'```mermaid\nno diagram at all\n```'} />);
    await act(() => vi.waitFor(() => expect(buttons(host)).toEqual(['Copy'])));
    expect(host.querySelector('pre')?.hidden).toBe(false);
    expect(host.textContent).not.toContain('can’t be drawn');
  });

  test('that is long waits for a click', async () => {
    const steps = Array.from({ length: 200 }, (_, step) => `  Step${step}[The step ${step}] --> Step${step + 1}`);
    const { host } = await render(<Markdown text={`\`\`\`mermaid\nflowchart TD\n${steps.join('\n')}\n\`\`\``} />);
    await act(() => import('./draw-diagram.ts').then(() => undefined));
    expect(buttons(host)).toEqual(['Draw', 'Copy']);
    await act(async () => host.querySelector('button')?.click());
    await isDrawn(host);
  });
});

describe('copying', () => {
  async function copied(text: string, label: string): Promise<string> {
    let got = '';
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: {
        writeText: async (each: string) => {
          got = each;
        },
      },
    });
    const { host } = await render(<Markdown text={text} />);
    const button = [...host.querySelectorAll('button')].find((each) => each.textContent === label);
    await act(async () => button?.click());
    expect(button?.textContent).toBe('Copied');
    return got;
  }

  test('copies the code as written', async () => {
    expect(await copied('```\na < b\n\tc\n```', 'Copy')).toBe('a < b\n\tc');
  });

  test('copies a table as CSV', async () => {
    const table =
      '| **Name** | Note |\n|---|---|\n| Tea, green | say "hot" |\n| [x](https://a.test) | `a\\|b` &amp; c |';
    expect(await copied(table, 'Copy as CSV')).toBe('Name,Note\r\n"Tea, green","say ""hot"""\r\nx,a|b & c');
  });

  test('reports a refusal by the browser', async () => {
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: () => Promise.reject(new Error('No.')) },
    });
    const { host } = await render(<Markdown text={'```\na\n```'} />);
    await act(async () => host.querySelector('button')?.click());
    expect(host.querySelector('button')?.textContent).toBe('Couldn’t copy');
  });
});

test('long code is rendered in segments of whole lines', () => {
  const code = Array.from({ length: 100 }, (_, line) => `line ${line}`).join('\n');
  const segments = splitCodeSegments(code);
  expect(segments).toHaveLength(3);
  expect(segments.join('')).toBe(code);
  expect(segments[0]?.endsWith('line 39\n')).toBe(true);
  expect(splitCodeSegments('one line')).toEqual(['one line']);
});
