import './source-list.css';
import { useContext, useMemo } from 'react';
import {
  type AssistantMessage,
  answerSources,
  citedSources,
  listTexts,
  openedSources,
} from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { SourceLink } from '../markdown/link.tsx';
import { type MatchableSource, matchable, Sources } from '../markdown/sources.ts';
import { SiteIcon } from '../parts/site-icon.tsx';

/** The pages that an answer cites or, if it cites none, those that were opened for it. */
export function SourceList({ message }: { message: AssistantMessage }) {
  const sources = useContext(Sources);
  const sourcePages = answerSources(joinAnswerText(message), message, sources);
  if (sourcePages.length === 0) return null;
  return (
    <section className="source-list" aria-label={t('sourcesTitle')}>
      <h3>{t('sourcesTitle')}</h3>
      <ol>
        {sourcePages.map((source) => (
          <li key={source.number} value={source.number}>
            <SiteIcon url={source.url} />
            <SourceLink source={source} sentence="">
              <bdi>{source.title}</bdi>
            </SourceLink>{' '}
            <bdi className="source-host">{URL.parse(source.url)?.host}</bdi>
          </li>
        ))}
      </ol>
    </section>
  );
}

const NONE: readonly MatchableSource[] = [];

/** Returns the pages that were opened for an answer that has ended and cites none. */
export function useUncitedSources(message: AssistantMessage): readonly MatchableSource[] {
  const sources = useContext(Sources);
  return useMemo(() => {
    if (message.outcome === null || citedSources(joinAnswerText(message), sources).length > 0) return NONE;
    return openedSources(message, sources).map(matchable);
  }, [message, sources]);
}

function joinAnswerText({ steps }: AssistantMessage): string {
  return steps.flatMap(listTexts).join('\n');
}
