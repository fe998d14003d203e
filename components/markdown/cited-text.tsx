import { Fragment, type ReactNode, useContext } from 'react';
import { PassageButton } from './passage-button.tsx';
import { Passages } from './passages.ts';

/** Text in quotation marks of any kind, within a line. */
const QUOTE = /(?:"[^"\n]{4,600}"|[“„«][^“”„«»\n]{4,600}[”“»]|[「『][^「」『』\n]{4,600}[」』])/gu;

/**
 * Text of an answer. After a quotation that occurs in the pages that were read, a button shows it on the page. Whether a
 * quotation is genuine is checked here and not left to the model.
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
