const listItem = /^(?:[-*+]|\d{1,9}[.)]) /;

/** The separator of two adjacent blocks: items of a list, and a term and its meaning, stay together. */
export function blockGap(before: string, after: string): '\n' | '\n\n' {
  if (after.startsWith(': ')) return '\n';
  return listItem.test(before) && listItem.test(after) ? '\n' : '\n\n';
}

/** Joins blocks of Markdown to one text. */
export function joinBlocks(blocks: readonly string[]): string {
  let text = '';
  let before: string | null = null;
  for (const block of blocks) {
    // The place of a frame that was not read.
    if (block === '') continue;
    text += before === null ? block : blockGap(before, block) + block;
    before = block;
  }
  return text;
}
