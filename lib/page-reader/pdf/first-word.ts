import { hasUnspacedText } from '../../text/index.ts';

/** What has to fit at the end of a line: a word, or a sign of a script without spaces. */
export function takeFirstWord(text: string): string {
  const word = text.split(' ')[0] ?? '';
  return hasUnspacedText(word) ? word.slice(0, 2) : word;
}
