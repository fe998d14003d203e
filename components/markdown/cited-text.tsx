import { Fragment, type ReactNode, useContext } from 'react';
import { CITATION } from '../../lib/contracts/index.ts';
import { SourceLink } from './link.tsx';
import { PassageButton, Passages } from './passages.tsx';
import { matchingSource, Sources, UncitedSources } from './sources.ts';

/** Text in quotation marks of any kind, within a line. */
const QUOTE = /(?:"[^"\n]{4,600}"|[“„«][^“”„«»\n]{4,600}[”“»]|[「『][^「」『』\n]{4,600}[」』])/gu;

/** Text of an answer. `[2]` leads to the page that was read under that number, if there is one. */
export function CitedText({ text }: { text: string }): ReactNode {
  const sources = useContext(Sources);
  if (sources.length === 0 || !text.includes('[')) return <MatchedText text={text} />;
  const pieces: ReactNode[] = [];
  let from = 0;
  for (const { 0: whole, 1: list = '', index } of text.matchAll(CITATION)) {
    const cited = list.split(',').map((number) => sources.find((source) => source.number === Number(number)));
    if (cited.includes(undefined)) continue;
    const sentence = sentenceBefore(text.slice(0, index));
    pieces.push(
      <Fragment key={index}>
        <QuotedText text={text.slice(from, index)} />
        {cited.map(
          (source) =>
            source && (
              <SourceLink key={source.number} source={source} sentence={sentence}>
                {`[${source.number}]`}
              </SourceLink>
            ),
        )}
      </Fragment>,
    );
    from = index + whole.length;
  }
  return [...pieces, <QuotedText key="rest" text={text.slice(from)} />];
}

/** Text of an answer that cites nothing. Behind a sentence that a page clearly says stands a link, which says that it is ours. */
function MatchedText({ text }: { text: string }): ReactNode {
  const sources = useContext(UncitedSources);
  if (sources.length === 0) return <QuotedText text={text} />;
  return text.split(/(?<=[.!?。！？])(?=\s)/).map((sentence, index) => {
    const source = matchingSource(sentence, sources);
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: sentences of one text have no other identity
      <Fragment key={index}>
        <QuotedText text={sentence} />
        {source && (
          <SourceLink source={source} sentence={sentence} isMatched>
            {`[${source.number}]`}
          </SourceLink>
        )}
      </Fragment>
    );
  });
}

/** What a citation stands behind: the last sentence, without citations before it. */
function sentenceBefore(text: string): string {
  return (
    text
      .replace(CITATION, '')
      .trimEnd()
      .split(/(?<=[.!?。！？])\s+/)
      .at(-1) ?? ''
  );
}

/**
 * Text of an answer. After a quotation that occurs in the pages that were read, a button shows it on the page. Whether a
 * quotation is genuine is checked here and not left to the model.
 */
function QuotedText({ text }: { text: string }): ReactNode {
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
