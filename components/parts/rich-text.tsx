import { Fragment, type ReactNode } from 'react';
import type { Label } from '../../lib/contracts/index.ts';
import { language, type MessageKey, messagePieces, type PlainKey, t, type Values } from '../../lib/i18n/index.ts';
import { visibleLatin, visibleText } from '../../lib/security/index.ts';

type Props<K extends MessageKey> = { message: K; with: Values<K, ReactNode> };

/** A translated sentence with elements at the positions its language needs. */
export function RichText<K extends MessageKey>({ message, with: elements }: Props<K>) {
  return messagePieces(message).map((piece, place) => {
    const element = (elements as Record<string, ReactNode>)[piece];
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a message keep their places
    return place % 2 === 0 ? piece : <Fragment key={place}>{element}</Fragment>;
  });
}

/**
 * Returns a label of a tool in the user's language. Logs of older versions contain the sentence itself. '' for a key
 * that this version does not have.
 */
export function labelText(label: Label | string): string {
  if (typeof label === 'string') return label;
  const translate: (key: PlainKey, values?: Label['values']) => string = t;
  return translate(label.key as PlainKey, label.values);
}

/** Maximum length of a question, name or argument that is repeated in a line, in characters. */
const MAX_SHORT = 60;

export function shortened(text: string): string {
  return text.length > MAX_SHORT ? `${text.slice(0, MAX_SHORT - 1)}…` : text;
}

/** Returns text with its line breaks and every other character visible. */
export function visibleLines(text: string): string {
  return text
    .split('\n')
    .map((line) => visibleWords(line, text))
    .join('\n');
}

/**
 * Returns words of others, for example in an approval request, with every character visible. Words of Cyrillic or Greek
 * letters that look like Latin ones are only left to users who read that script. `context` is the text around them.
 */
export function visibleWords(text: string, context: string = text): string {
  return readsLookAlikes() ? visibleText(text) : visibleLatin(text, context);
}

function readsLookAlikes(): boolean {
  const tags = [language(), ...(globalThis.navigator?.languages ?? [])];
  return tags.some((tag) => /^(?:Cyrl|Grek)$/.test(new Intl.Locale(tag).maximize().script ?? ''));
}
