import { browser } from 'wxt/browser';
import { inject, injectAll } from './inject.ts';

const MARK = 'sidenote-passage';
/** How long a passage is highlighted, in milliseconds. */
const SHOWN_MS = 5000;
/** Above the styles of the page, which has none for this name. */
const STYLE = `::highlight(${MARK}) { background-color: #ffd54a !important; color: #1d1d1f !important; }`;

/**
 * Scrolls a tab to the passage that consists of `pieces` and highlights it for some seconds; nothing stays behind. If called again
 * for the same passage while it is highlighted, moves to its next place. Returns false if it is not found. Searches the top frame
 * first. Throws PageError without access to the page.
 */
export async function showPassage(tabId: number, pieces: readonly string[]): Promise<boolean> {
  const args: [string[], string, number] = [[...pieces], MARK, SHOWN_MS];
  const inTop = await inject<number>(tabId, () =>
    browser.scripting.executeScript({ target: { tabId }, func: markPassage, args }),
  );
  const isFound = inTop > 0 || (await isInFrames(tabId, args));
  if (isFound) await styleFor(tabId);
  return isFound;
}

async function isInFrames(tabId: number, args: [string[], string, number]): Promise<boolean> {
  const target = { tabId, allFrames: true };
  const counts = await injectAll<number>(tabId, () =>
    browser.scripting.executeScript({ target, func: markPassage, args }),
  );
  return counts.some(({ result }) => result > 0);
}

/** Tabs with the style, until it is removed again. */
const styled = new Map<number, ReturnType<typeof setTimeout>>();

async function styleFor(tabId: number): Promise<void> {
  // Chromium computes user styles of highlights and does not paint them (quirk: unpainted-user-highlight).
  const style = { target: { tabId, allFrames: true }, css: STYLE, origin: 'AUTHOR' as const };
  // The page, and its styles, may be gone by then.
  const remove = () => browser.scripting.removeCSS(style).catch(() => undefined);
  if (styled.has(tabId)) {
    clearTimeout(styled.get(tabId));
    await remove();
  }
  await browser.scripting.insertCSS(style);
  const timer = setTimeout(() => {
    styled.delete(tabId);
    void remove();
  }, SHOWN_MS);
  styled.set(tabId, timer);
}

/**
 * Runs inside the page, in one frame, so it may only use its own code. Finds `pieces` of a passage in the visible text by letters
 * and digits, scrolls to the first one found and highlights all of them for `ms`, without changing the document; the next place of
 * them if they are still highlighted. Returns how many were found. Text in navigation is only used if there is no other.
 */
function markPassage(pieces: readonly string[], mark: string, ms: number): number {
  const fold = (text: string) =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '');
  // A page can shadow `createTreeWalker` with a form, and `localName` with a field; the prototypes are not affected.
  const createWalker = (root: Node) => Document.prototype.createTreeWalker.call(document, root, NodeFilter.SHOW_ALL);
  const nodes: Text[] = [];
  const starts: number[] = [];
  const parts: string[] = [];
  let length = 0;
  const roots: Node[] = [document];
  for (let root = roots.shift(); root; root = roots.shift()) {
    const traversal = createWalker(root);
    for (let node = traversal.nextNode(); node; node = traversal.nextNode()) {
      if (node instanceof Element) {
        const shadow = Reflect.get(Element.prototype, 'shadowRoot', node) as ShadowRoot | null;
        if (shadow) roots.push(shadow);
      } else if (
        node instanceof Text &&
        !/^(?:SCRIPT|STYLE|NOSCRIPT|TEMPLATE|TEXTAREA)$/i.test(node.parentNode?.nodeName ?? '')
      ) {
        const text = fold(node.data);
        if (text === '') continue;
        nodes.push(node);
        starts.push(length);
        parts.push(text);
        length += text.length;
      }
    }
  }
  const letters = parts.join('');

  /** The text node and offset of letter `index`. */
  const locateLetter = (index: number): [Text, number] | null => {
    let low = 0;
    for (let high = starts.length; high - low > 1; ) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= index) low = middle;
      else high = middle;
    }
    const node = nodes[low];
    if (!node) return null;
    let remaining = index - (starts[low] ?? 0);
    let offset = 0;
    for (const character of node.data) {
      const size = fold(character).length;
      if (remaining < size) break;
      remaining -= size;
      offset += character.length;
    }
    return [node, Math.min(offset, Math.max(0, node.data.length - 1))];
  };
  const rangeAt = (index: number, size: number): Range | null => {
    const start = locateLetter(index);
    const end = locateLetter(index + size - 1);
    if (!start || !end) return null;
    const range = new Range();
    range.setStart(...start);
    // A character may be two UTF-16 units long.
    range.setEnd(
      end[0],
      Math.min(end[0].data.length, end[1] + ((end[0].data.codePointAt(end[1]) ?? 0) > 0xffff ? 2 : 1)),
    );
    const rects = range.getClientRects();
    return [...rects].some(({ width, height }) => width > 1 && height > 1) ? range : null;
  };
  const isAside = ({ startContainer }: Range) =>
    startContainer.parentElement?.closest('nav, footer, [role="navigation"]') != null;
  const find = (piece: string, from: number): { index: number; range: Range } | null => {
    let second: { index: number; range: Range } | null = null;
    let tries = 0;
    for (
      let index = letters.indexOf(piece, from);
      index >= 0 && tries < 50;
      index = letters.indexOf(piece, index + 1)
    ) {
      tries += 1;
      const range = rangeAt(index, piece.length);
      if (range && !isAside(range)) return { index, range };
      second ??= range && { index, range };
    }
    return second;
  };

  // In the extension's own world of the document, which the page cannot see.
  const world = globalThis as { sidenotePassage?: { key: string; next: number; timer: number } };
  const key = pieces.join('\n');
  const previous = world.sidenotePassage?.key === key ? world.sidenotePassage : null;
  const ranges: Range[] = [];
  let next = 0;
  let after = previous?.next ?? 0;
  for (const piece of pieces.map(fold)) {
    if (piece === '') continue;
    const match = find(piece, after) ?? (after > 0 && ranges.length === 0 ? find(piece, 0) : null);
    if (!match) continue;
    if (ranges.length === 0) next = match.index + 1;
    ranges.push(match.range);
    after = match.index + piece.length;
  }
  const [first] = ranges;
  if (!first) return 0;
  first.startContainer.parentElement?.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { top, height } = first.getBoundingClientRect();
  // In a long element the passage may still be out of view.
  if (top < 0 || top + Math.min(height, innerHeight) > innerHeight)
    scrollBy({ top: top - innerHeight / 3, behavior: 'instant' });
  CSS.highlights.set(mark, new Highlight(...ranges));
  clearTimeout(world.sidenotePassage?.timer);
  const timer = setTimeout(() => {
    CSS.highlights.delete(mark);
    delete world.sidenotePassage;
  }, ms) as unknown as number;
  world.sidenotePassage = { key, next, timer };
  return ranges.length;
}
