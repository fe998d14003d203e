import { Fragment, type ReactNode } from 'react';
import { type MessageKey, messagePieces, type Values } from '../../lib/i18n/index.ts';

type Props<K extends MessageKey> = { message: K; with: Values<K, ReactNode> };

/** A translated sentence with elements at the positions its language needs. */
export function RichText<K extends MessageKey>({ message, with: elements }: Props<K>) {
  return messagePieces(message).map((piece, place) => {
    const element = (elements as Record<string, ReactNode>)[piece];
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a message keep their places
    return place % 2 === 0 ? piece : <Fragment key={place}>{element}</Fragment>;
  });
}
