import './fact-list.css';
import { Check, CircleHelp, Equal, type LucideIcon, MoveRight, TextSearch } from 'lucide-react';
import { useContext } from 'react';
import { type AnswerCheck, type CheckedFact, countFacts, type FactPlace } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { visibleText } from '../../lib/security/index.ts';
import { factState, factsLine } from '../markdown/fact-words.ts';
import { SourceLink } from '../markdown/link.tsx';
import { ShowPassage } from '../markdown/passages.tsx';
import { Sources } from '../markdown/sources.ts';

type Props = {
  check: AnswerCheck;
  /** Whether the list is open, for example in print. */
  isOpen?: boolean;
  /** Moves to a fact in the answer, by its index. */
  onGoTo: (index: number) => void;
};

/** The line that says how many facts of an answer were found, which expands to a list of them. */
export function FactList({ check, isOpen = false, onGoTo }: Props) {
  if (check.facts.length === 0) return null;
  return (
    <details className="fact-list" open={isOpen} data-missing={countFacts(check).missing}>
      <summary>{factsLine(check)}</summary>
      <ol aria-label={t('factsLabel')}>
        {check.facts.map((fact, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a checked answer stay as they are
          <FactItem key={index} fact={fact} index={index} onGoTo={() => onGoTo(index)} />
        ))}
      </ol>
    </details>
  );
}

const ICONS: Record<CheckedFact['state'], LucideIcon> = {
  found: Check,
  computed: Equal,
  elsewhere: MoveRight,
  'not-found': CircleHelp,
};

function FactItem({ fact, index, onGoTo }: { fact: CheckedFact; index: number; onGoTo: () => void }) {
  const { text, state, places } = fact;
  const Icon = ICONS[state];
  const [place] = places;
  return (
    <li data-state={state} data-listed-fact={index}>
      <Icon size={13} aria-hidden />
      <div>
        <button type="button" className="fact-name" dir="auto" onClick={onGoTo}>
          {visibleText(text)}
        </button>{' '}
        <span className="fact-state">{factState(state)}</span>
        {place && <FactPassage place={place} />}
      </div>
    </li>
  );
}

function FactPassage({ place: { text, title, place } }: { place: FactPlace }) {
  const showPassage = useContext(ShowPassage);
  const sources = useContext(Sources);
  const source = place.type === 'web' ? sources.find(({ number }) => number === place.number) : undefined;
  return (
    <p className="fact-passage" dir="auto">
      {text} {source && <SourceLink source={source} sentence={text}>{`[${source.number}]`}</SourceLink>}
      {place.type === 'page' && showPassage !== null && (
        <button
          type="button"
          className="passage-button"
          aria-label={t('showOnPage')}
          title={t('showOnPage')}
          onClick={() => showPassage(place.runId, text)}
        >
          <TextSearch size={13} aria-hidden />
        </button>
      )}
      {place.type === 'other' && title !== '' && <bdi className="fact-title">{title}</bdi>}
      {place.type === 'user' && <bdi className="fact-title">{t('you')}</bdi>}
    </p>
  );
}

/** The tip for a fact of the answer that is pointed at or has the focus. */
export function FactTip({ fact }: { fact: CheckedFact }) {
  const [place] = fact.places;
  return (
    <>
      <strong>{factState(fact.state)}</strong>
      {place && <span dir="auto">{place.text}</span>}
      {place && place.title !== '' && <bdi>{place.title}</bdi>}
    </>
  );
}
