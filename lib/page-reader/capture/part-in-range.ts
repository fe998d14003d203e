/** The part of a text node that lies in the range. */
export function partInRange(node: Text, range: Range): string {
  if (!range.intersectsNode(node)) return '';
  const start = range.startContainer === node ? range.startOffset : 0;
  const end = range.endContainer === node ? range.endOffset : node.data.length;
  return node.data.slice(start, end);
}
