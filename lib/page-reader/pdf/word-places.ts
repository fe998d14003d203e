import { hasUnspacedText } from '../../text/index.ts';

/**
 * Estimates how much room a line needs at its end for the start of this text: its first word, or one or two characters
 * in scripts without spaces.
 */
export function estimateFirstWordWidth(text: string, width: number): number {
  const word = text.split(' ')[0] ?? '';
  const { length } = hasUnspacedText(word) ? word.slice(0, 2) : word;
  return (width * length) / Math.max(1, text.length);
}

/**
 * The space nearest to `strip` in a text that starts at `x0`, as offsets in the text. Its position `x` is estimated
 * from the number of letters. Undefined if there are no spaces.
 */
export function findNearestSpace(
  text: string,
  { x0, width, strip }: { x0: number; width: number; strip: number },
): { start: number; end: number; x: number } | undefined {
  const spaces = [...text.matchAll(/\s+/g)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    x: x0 + (width * (match.index + match[0].length / 2)) / text.length,
  }));
  const distance = ({ x }: { x: number }) => Math.abs(x - strip);
  return spaces.toSorted((one, other) => distance(one) - distance(other))[0];
}
