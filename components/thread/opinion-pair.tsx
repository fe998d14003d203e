import './opinion-pair.css';
import { ChevronDown } from 'lucide-react';
import { Fragment, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { AnswerDifferences, AssistantMessage, WordDifferences } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { formatDollars, formatDuration } from '../parts/amounts.ts';
import { modelName } from '../parts/model-name.ts';
import { clearMarks, markWords, readShownText } from './mark-words.ts';

/** One of two answers. `onKeep` is null while it is being written. */
export type OpinionSide = {
  message: AssistantMessage;
  /** In US dollars. Null if unknown. */
  cost: number | null;
  onKeep: (() => void) | null;
  content: ReactNode;
};

type Props = {
  first: OpinionSide;
  second: OpinionSide;
  /** The facts that only one answer has. Null until both have ended. */
  facts: AnswerDifferences | null;
  /** Compares the shown texts. Null while an answer is being written. */
  compareWords: ((first: string, second: string) => Promise<WordDifferences | null>) | null;
};

/** Two answers to one question: side by side if there is enough space, otherwise one above the other. */
export function OpinionPair({ first, second, facts, compareWords }: Props) {
  const [isMarking, setMarking] = useState(true);
  const columns = useRef<HTMLDivElement>(null);
  const marks = useMarkedWords(columns, isMarking ? compareWords : null);
  return (
    <section className="opinions" aria-label={t('twoAnswers')} data-marks={marks === 'marked' ? '' : undefined}>
      {compareWords !== null && (
        <div className="opinions-line">
          <Facts facts={facts} first={modelName(first.message.model)} second={modelName(second.message.model)} />
          {isMarking && marks === 'unlike' ? (
            <p role="note">{t('opinionsUnlike')}</p>
          ) : (
            <label>
              <input type="checkbox" checked={isMarking} onChange={() => setMarking(!isMarking)} />
              {t('markDifferences')}
            </label>
          )}
        </div>
      )}
      <div className="opinions-columns" ref={columns}>
        <Side {...first} />
        <Side {...second} />
      </div>
    </section>
  );
}

function Facts({ facts, first, second }: { facts: AnswerDifferences | null; first: string; second: string }) {
  if (facts === null) return null;
  if (facts.first.length + facts.second.length === 0) return <p>{t('opinionFactsAgree')}</p>;
  return (
    <>
      <p>{t('opinionsDifferIn')}</p>
      <dl>
        <FactRow model={first} facts={facts.first} />
        <FactRow model={second} facts={facts.second} />
      </dl>
    </>
  );
}

function FactRow({ model, facts }: { model: string; facts: readonly string[] }) {
  if (facts.length === 0) return null;
  return (
    <div>
      <dt>
        <bdi>{model}</bdi>
      </dt>
      <dd>
        {facts.map((fact, index) => (
          <Fragment key={fact}>
            {index > 0 && ' · '}
            <bdi>{fact}</bdi>
          </Fragment>
        ))}
      </dd>
    </div>
  );
}

function Side({ message, cost, onKeep, content }: OpinionSide) {
  const [isOpen, setOpen] = useState(true);
  const id = useId();
  const name = modelName(message.model);
  const { stats } = message;
  return (
    <section className="opinion" aria-label={t('answerOfModel', { model: name })}>
      <header className="opinion-head">
        <button
          type="button"
          className="opinion-toggle"
          aria-expanded={isOpen}
          aria-controls={id}
          title={name}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronDown size={13} aria-hidden />
          <bdi>{name}</bdi>
        </button>
        {stats !== null && stats.ms > 0 && <span>{formatDuration(stats.ms)}</span>}
        {cost !== null && <span>{formatDollars(cost)}</span>}
        <button
          type="button"
          className="button small"
          aria-label={t('keepAnswerOf', { model: name })}
          disabled={onKeep === null}
          onClick={() => onKeep?.()}
        >
          {t('keepThisOne')}
        </button>
      </header>
      <div id={id} className="opinion-body" hidden={!isOpen}>
        {content}
      </div>
    </section>
  );
}

/**
 * Marks the words that only one of the two answers in an element contains, also after parts of them were rendered
 * again. `unlike`: they have too little in common.
 */
function useMarkedWords(
  element: RefObject<HTMLElement | null>,
  compare: Props['compareWords'],
): 'none' | 'marked' | 'unlike' {
  const [state, setState] = useState<'none' | 'marked' | 'unlike'>('none');
  useEffect(() => {
    const columns = element.current;
    if (columns === null || compare === null) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let compared: { key: string; differences: Promise<WordDifferences | null> } | null = null;
    const mark = async () => {
      const [first, second] = [...columns.querySelectorAll<HTMLElement>('.opinion-body')].map(readShownText);
      if (first === undefined || second === undefined) return;
      const key = JSON.stringify([first.text, second.text]);
      if (compared?.key !== key) compared = { key, differences: compare(first.text, second.text) };
      const differences = await compared.differences;
      if (isOver) return;
      if (differences === null) clearMarks();
      else markWords([first, differences.first], [second, differences.second]);
      setState(differences === null ? 'unlike' : 'marked');
    };
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(() => void mark(), SETTLED_MS);
    });
    observer.observe(columns, { childList: true, characterData: true, subtree: true });
    void mark();
    return () => {
      isOver = true;
      clearTimeout(timer);
      observer.disconnect();
      clearMarks();
      setState('none');
    };
  }, [element, compare]);
  return state;
}

/** How long the answers have to stay unchanged before they are marked again, in milliseconds. */
const SETTLED_MS = 50;
