import './run-outcome.css';
import { ArrowRight, Cpu, KeyRound, RotateCcw, Settings, StepForward } from 'lucide-react';
import { createContext, type ReactNode, useContext } from 'react';
import { canContinue, type FailureCode, type RunOutcome, type RunStats } from '../../lib/contracts/index.ts';
import { formatNumber, plural, t } from '../../lib/i18n/index.ts';
import { formatDollars, formatDuration } from '../parts/amounts.ts';
import { failureDetail, failureMessage, incompleteReasonText } from '../parts/failure-message.ts';
import { keySettings } from '../parts/settings-sections.ts';
import { AllowEndpoint } from '../parts/site-access.tsx';
import { ReceiptFold } from './sent-requests.tsx';

type Props = {
  outcome: RunOutcome;
  stats: RunStats | null;
  /** Renders what the answer sent, on request. Null if unavailable. */
  receipt: (() => ReactNode) | null;
  /** In US dollars. Null if unknown. */
  cost: number | null;
  /** The endpoint of the run. */
  endpointId: string;
  /** The name of the model that answered. */
  model: string;
  /** Lets the user choose another model for the answer. */
  onRetryWith: (() => void) | null;
  onRetry: (() => void) | null;
  onContinue: (() => void) | null;
  /** The model to answer instead, if the server no longer has the run's model. Null if there is none. */
  nextModel: NextModel | null;
};

/** The name of a model, and the function that asks it. */
export type NextModel = { name: string; onTry: () => void };

/** How an answer ended, what can be done about it, and its usage. */
export function RunOutcomeView(props: Props) {
  const { outcome, stats, cost, model, receipt, onRetry, onContinue } = props;
  const hasFailed = outcome.type === 'error';
  return (
    <footer className="run-outcome" data-outcome={outcome.type}>
      <OutcomeMessage {...props} />
      <div className="run-outcome-line">
        <RunSummary model={model} figures={stats === null || hasFailed ? [] : runFigures(stats, cost)} cost={cost} />
        {receipt !== null && <ReceiptFold>{receipt}</ReceiptFold>}
        {onContinue && canContinue(outcome) && (
          <button type="button" className="button quiet" onClick={onContinue}>
            <StepForward size={13} aria-hidden /> {t('continueAnswer')}
          </button>
        )}
        {onRetry && !hasFailed && (
          <button type="button" className="button quiet" onClick={onRetry}>
            <RotateCcw size={13} aria-hidden /> {t('retry')}
          </button>
        )}
      </div>
    </footer>
  );
}

/** Whether the figures of an answer can be opened below it. */
export const ShowFigures = createContext(true);

/** Who answered and what it cost, in an unobtrusive line that opens the figures. */
function RunSummary({ model, figures, cost }: { model: string; figures: readonly RunFigure[]; cost: number | null }) {
  const name = <bdi className="run-model">{model}</bdi>;
  const showsFigures = useContext(ShowFigures);
  if (figures.length === 0 || !showsFigures) return name;
  return (
    <details className="run-stats">
      <summary>
        {name}
        {cost !== null && <span>{formatDollars(cost)}</span>}
      </summary>
      <p>
        {figures.map(({ text, why }) => (
          <span key={why} title={why}>
            {text}
          </span>
        ))}
      </p>
    </details>
  );
}

/** Failures that may not occur with another model. */
const OF_MODEL: readonly FailureCode[] = [
  'auth',
  'rate-limit',
  'not-found',
  'bad-response',
  'timeout',
  'context-length',
];
/** Failures that a setting of the endpoint may have caused. */
const OF_ENDPOINT: readonly FailureCode[] = ['network', 'not-found', 'bad-response'];

function OutcomeMessage({ outcome, endpointId, onRetry, onRetryWith, nextModel }: Props) {
  switch (outcome.type) {
    case 'complete':
      return null;
    case 'incomplete':
      return <p className="notice">{incompleteReasonText(outcome.reason)}</p>;
    case 'error':
      return (
        <div className="notice error" role="alert">
          <p dir="auto">{failureMessage(outcome.failure)}</p>
          {failureDetail(outcome.failure) !== '' && (
            <p className="detail" dir="auto">
              {failureDetail(outcome.failure)}
            </p>
          )}
          {outcome.failure.code === 'auth' && (
            <a className="button small" href={keySettings(endpointId)} target="_blank" rel="noreferrer">
              <KeyRound size={13} aria-hidden /> {t('keySettings')}
            </a>
          )}
          {'reason' in outcome.failure && outcome.failure.reason.type === 'endpoint-not-allowed' && (
            <AllowEndpoint endpointId={endpointId} onAllowed={() => onRetry?.()} />
          )}
          {nextModel && (
            <button type="button" className="button small" onClick={nextModel.onTry}>
              <ArrowRight size={13} aria-hidden /> {t('tryModel', { name: nextModel.name })}
            </button>
          )}
          {onRetry && (
            <button type="button" className="button small" onClick={onRetry}>
              <RotateCcw size={13} aria-hidden /> {t('retry')}
            </button>
          )}
          {onRetryWith && !nextModel && OF_MODEL.includes(outcome.failure.code) && (
            <button type="button" className="button small" onClick={onRetryWith}>
              <Cpu size={13} aria-hidden /> {t('answerWithAnother')}
            </button>
          )}
          {onRetry && OF_ENDPOINT.includes(outcome.failure.code) && (
            <a className="button small" href={keySettings(endpointId)} target="_blank" rel="noreferrer">
              <Settings size={13} aria-hidden /> {t('settings')}
            </a>
          )}
        </div>
      );
    default:
      return outcome satisfies never;
  }
}

/** One figure about an answer; `why` explains what was counted. */
type RunFigure = { text: string; why: string };

/**
 * Returns the usage of an answer in short form. `cost` is in US dollars, and null if the tokens or the price are
 * unknown.
 */
export function runFigures(stats: RunStats, cost: number | null): RunFigure[] {
  const { ms, firstContentMs, inputTokens, outputTokens, cachedTokens, toolCalls } = stats;
  // An imported answer has no measurements.
  const figures: RunFigure[] = ms > 0 ? [{ text: formatDuration(ms), why: t('timeWhy') }] : [];
  if (toolCalls > 0) {
    figures.push({ text: plural('toolCallCount', toolCalls), why: t('toolCallsWhy') });
  }
  if (inputTokens !== undefined && outputTokens !== undefined) {
    const why =
      cachedTokens === undefined
        ? t('tokensWhy', { read: inputTokens, written: outputTokens })
        : t('tokensWhyCached', { read: inputTokens, cached: cachedTokens, written: outputTokens });
    figures.push({ text: plural('tokenCount', inputTokens + outputTokens), why });
  }
  if (firstContentMs !== undefined) {
    figures.push({ text: t('firstWordAfter', { time: formatDuration(firstContentMs) }), why: t('firstWordWhy') });
  }
  if (outputTokens !== undefined && ms > 0) {
    const rate = outputTokens / (ms / 1000);
    const text = t('tokenRate', { rate: formatNumber(rate, { maximumFractionDigits: rate < 10 ? 1 : 0 }) });
    figures.push({ text, why: t('tokenRateWhy') });
  }
  if (cost !== null) figures.push({ text: formatDollars(cost), why: t('costWhy') });
  return figures;
}
