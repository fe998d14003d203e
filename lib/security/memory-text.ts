import { MEMORY_LIMITS, type MemoryError } from '../contracts/index.ts';
import { readMemoryRequest } from '../language/index.ts';
import { oneLine, splitSentences } from '../text/index.ts';
import { maskSecrets } from './mask-secrets.ts';
import { typedText } from './provenance.ts';

/**
 * Returns what the user asks to remember in a question, or null. Only text that the user typed can ask for this, not
 * filled-in texts or quoted lines. The request is searched for in the first and the last line, because text between
 * them is usually pasted.
 */
export function findMemoryRequest(question: {
  content: string;
  filled?: readonly string[] | undefined;
}): string | null {
  const lines = typedText(question)
    .split(/\n+/)
    .filter((line) => line.trim() !== '');
  for (const line of new Set([lines[0] ?? '', lines.at(-1) ?? ''])) {
    for (const { start, end } of splitSentences(line)) {
      const text = readMemoryRequest(line.slice(start, end));
      if (text !== null) return oneLine(text);
    }
  }
  return null;
}

/**
 * Returns why a sentence cannot be kept, or null. Whatever is kept passes this check, so that it is exactly what the
 * user saw.
 */
export function checkMemoryText(text: string): Extract<MemoryError, 'empty' | 'too-long' | 'hidden' | 'secret'> | null {
  if (text.trim() === '') return 'empty';
  if (text !== oneLine(text)) return 'hidden';
  if (text.length > MEMORY_LIMITS.text) return 'too-long';
  return maskSecrets(text).masked.length > 0 ? 'secret' : null;
}
