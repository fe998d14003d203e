import type { WordSpan } from '../../lib/contracts/index.ts';

/** The rendered text of an answer, and where each of its text nodes begins. */
type ShownText = { text: string; nodes: readonly { node: Text; start: number }[] };

/** The name of the highlight in `opinion-pair.css`. */
const NAME = 'opinion-differs';

/** Elements whose words do not belong to the text of an answer. */
const LEFT_OUT = ['button', 'svg', '.visually-hidden', '[aria-hidden]'].join();
const BLOCKS = [
  'p',
  'li',
  'td',
  'th',
  'dt',
  'dd',
  'pre',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'blockquote',
  'summary',
].join();

/** Reads the rendered Markdown of an element, with separated blocks. */
export function readShownText(element: HTMLElement): ShownText {
  let text = '';
  let block: Element | null = null;
  const nodes: { node: Text; start: number }[] = [];
  for (const part of element.querySelectorAll('.markdown')) {
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!(node instanceof Text) || parent === null || parent.closest(LEFT_OUT) !== null) continue;
      const ownBlock = parent.closest(BLOCKS);
      if (ownBlock !== block) text += '\n';
      block = ownBlock;
      nodes.push({ node, start: text.length });
      text += node.data;
    }
  }
  return { text, nodes };
}

/** Highlights ranges of texts, in place of the previous highlights. The document is not changed. */
export function markWords(...marked: readonly (readonly [ShownText, readonly WordSpan[]])[]): void {
  const ranges = marked.flatMap(([{ nodes }, spans]) => spans.flatMap((span) => toRanges(nodes, span)));
  globalThis.CSS?.highlights?.set(NAME, new Highlight(...ranges));
}

export function clearMarks(): void {
  globalThis.CSS?.highlights?.delete(NAME);
}

/** One range for each text node, so that a mark does not cover what lies between them. */
function toRanges(nodes: ShownText['nodes'], { start, end }: WordSpan): Range[] {
  return nodes.flatMap(({ node, start: nodeStart }) => {
    const from = Math.max(0, start - nodeStart);
    const to = Math.min(node.length, end - nodeStart);
    if (from >= to) return [];
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    return [range];
  });
}
