import { CircleHelp, MoveRight } from 'lucide-react';
import { Fragment, type ReactNode, useContext } from 'react';
import { CITATION } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { FactText, type LeafMarks, useMarks } from './facts.tsx';
import { SourceLink } from './link.tsx';
import { PassageButton, Passages } from './passages.tsx';
import { matchingSource, Sources, UncitedSources } from './sources.ts';

/** Text in quotation marks of any kind, within a line. */
const QUOTE = /(?:"[^"\n]{4,600}"|[“„«][^“”„«»\n]{4,600}[”“»]|[「『][^「」『』\n]{4,600}[」』])/gu;

/** Text of an answer. `[2]` links to the page that was read under this number, if there is one. */
export function CitedText({ text, token }: { text: string; token: { raw: string } }): ReactNode {
  const sources = useContext(Sources);
  const marks = useMarks(token, text);
  if (sources.length === 0 || !text.includes('[')) return <MatchedText text={text} marks={marks} />;
  const pieces: ReactNode[] = [];
  let from = 0;
  for (const { 0: whole, 1: list = '', index } of text.matchAll(CITATION)) {
    const cited = list.split(',').map((number) => sources.find((source) => source.number === Number(number)));
    if (cited.includes(undefined)) continue;
    const sentence = sentenceBefore(text.slice(0, index));
    pieces.push(
      <Fragment key={index}>
        <QuotedText text={text.slice(from, index)} from={from} marks={marks} />
        {cited.map(
          (source) =>
            source && (
              <Fragment key={source.number}>
                <SourceLink source={source} sentence={sentence}>
                  {`[${source.number}]`}
                </SourceLink>
                <Doubt marks={marks} at={index} number={source.number} sentence={sentence} />
              </Fragment>
            ),
        )}
      </Fragment>,
    );
    from = index + whole.length;
  }
  return [...pieces, <QuotedText key="rest" text={text.slice(from)} from={from} marks={marks} />];
}

type DoubtProps = { marks: LeafMarks; at: number; number: number; sentence: string };

/** A note after a citation whose source lacks the facts of the sentence, with the sources that contain them. */
function Doubt({ marks, at, number, sentence }: DoubtProps): ReactNode {
  const sources = useContext(Sources);
  const doubt = marks.citations.find((citation) => citation.at === at && citation.number === number);
  if (!doubt) return null;
  const holders = sources.filter((source) => doubt.holders.includes(source.number));
  return (
    <span className="doubtful-citation" role="note" title={t('citationDoubtful')}>
      <span className="visually-hidden">{t('citationDoubtful')}</span>
      <CircleHelp size={12} aria-hidden />
      {holders.map((source) => (
        <Fragment key={source.number}>
          {' '}
          <MoveRight size={12} aria-hidden />{' '}
          <SourceLink source={source} sentence={sentence}>
            {`[${source.number}]`}
          </SourceLink>
        </Fragment>
      ))}
    </span>
  );
}

/**
 * Text of an answer without citations. A sentence that clearly matches a page is followed by a link that is marked as
 * added by Sidenote.
 */
function MatchedText({ text, marks }: { text: string; marks: LeafMarks }): ReactNode {
  const sources = useContext(UncitedSources);
  if (sources.length === 0) return <QuotedText text={text} from={0} marks={marks} />;
  let from = 0;
  return text.split(/(?<=[.!?。！？])(?=\s)/).map((sentence, index) => {
    const source = matchingSource(sentence, sources);
    const start = from;
    from += sentence.length;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: sentences of one text have no other identity
      <Fragment key={index}>
        <QuotedText text={sentence} from={start} marks={marks} />
        {source && (
          <SourceLink source={source} sentence={sentence} isMatched>
            {`[${source.number}]`}
          </SourceLink>
        )}
      </Fragment>
    );
  });
}

/** Returns the sentence before a citation: the last one, without earlier citations. */
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
 * Text of an answer. After a quotation that occurs in the pages that were read, a button shows it on the page. This
 * code checks whether a quotation is genuine, because a model cannot be trusted with that.
 */
function QuotedText({ text, from: start, marks }: { text: string; from: number; marks: LeafMarks }): ReactNode {
  const passages = useContext(Passages);
  if (passages === null || !/["“„«「『]/.test(text)) return <FactText text={text} from={start} marks={marks} />;
  const pieces: ReactNode[] = [];
  let from = 0;
  for (const { 0: quote, index } of text.matchAll(QUOTE)) {
    if (!passages.has(quote)) continue;
    const until = index + quote.length;
    pieces.push(
      <Fragment key={index}>
        <FactText text={text.slice(from, index)} from={start + from} marks={marks} />
        <span data-passage={quote}>
          <FactText text={quote} from={start + index} marks={marks} />
        </span>
        <PassageButton text={quote} />
      </Fragment>,
    );
    from = until;
  }
  return [...pieces, <FactText key="rest" text={text.slice(from)} from={start + from} marks={marks} />];
}
