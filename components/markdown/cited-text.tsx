import { Fragment, type ReactNode, useContext } from 'react';
import { PassageButton } from './passage-button.tsx';
import { Passages } from './passages.ts';

/** Words between quotation marks of any kind, within a line. */
const QUOTE = /(?:"[^"\n]{4,600}"|[“„«][^“”„«»\n]{4,600}[”“»]|[「『][^「」『』\n]{4,600}[」』])/gu;

/**
 * Text of an answer. Behind words in quotation marks that stand in what was read, a button shows them on the page: whether
 * the model quoted rightly is for us to find out, not for it to claim.
 */
export function CitedText({ text }: { text: string }): ReactNode {
  const passages = useContext(Passages);
  if (passages === null || !/["“„«「『]/.test(text)) return text;
  const pieces: ReactNode[] = [];
  let from = 0;
  for (const { 0: quote, index } of text.matchAll(QUOTE)) {
    if (!passages.has(quote)) continue;
    const until = index + quote.length;
    pieces.push(
      <Fragment key={index}>
        {text.slice(from, until)}
        <PassageButton text={quote} />
      </Fragment>,
    );
    from = until;
  }
  return [...pieces, text.slice(from)];
}
