import './run-outcome.css';
import { ArrowRight, KeyRound, RotateCcw, StepForward } from 'lucide-react';
import { canContinue, type RunOutcome, type RunStats } from '../../lib/contracts/index.ts';
import { formatNumber, plural, t } from '../../lib/i18n/index.ts';
import { dollars, duration } from '../parts/amounts.ts';
import { failureDetail, failureMessage, incompleteReasonText } from '../parts/failure-message.ts';
import { keySettings } from '../parts/settings-sections.ts';
import { AllowEndpoint } from '../parts/site-access.tsx';

type Props = {
  outcome: RunOutcome;
  stats: RunStats | null;
  /** In US dollars; null if unknown. */
  cost: number | null;
  /** The endpoint of the run. */
  endpointId: string;
  onRetry: (() => void) | null;
  onContinue: (() => void) | null;
  /** The model to answer instead, if the server no longer has the run's; null if there is none. */
  nextModel: NextModel | null;
};

/** The name of a model, and what asks it. */
export type NextModel = { name: string; onTry: () => void };

/** How an answer ended, what can be done about it, and its usage. */
export function RunOutcomeView({ outcome, stats, cost, endpointId, onRetry, onContinue, nextModel }: Props) {
  return (
    <footer className="run-outcome" data-outcome={outcome.type}>
      <OutcomeMessage outcome={outcome} endpointId={endpointId} onRetry={onRetry} nextModel={nextModel} />
      <div className="run-outcome-line">
        {onContinue && canContinue(outcome) && (
          <button type="button" className="button quiet" onClick={onContinue}>
            <StepForward size={13} aria-hidden /> {t('continueAnswer')}
          </button>
        )}
        {onRetry && (
          <button type="button" className="button quiet" onClick={onRetry}>
            <RotateCcw size={13} aria-hidden /> {t('retry')}
          </button>
        )}
        {stats && (
          <span className="run-stats">
            {runFigures(stats, cost).map(({ text, why }) => (
              <span key={why} title={why}>
                {text}
              </span>
            ))}
          </span>
        )}
      </div>
    </footer>
  );
}

type MessageProps = Pick<Props, 'outcome' | 'endpointId' | 'onRetry' | 'nextModel'>;

function OutcomeMessage({ outcome, endpointId, onRetry, nextModel }: MessageProps) {
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
        </div>
      );
    default:
      return outcome satisfies never;
  }
}

/** One figure about an answer; `why` explains what was counted. */
type RunFigure = { text: string; why: string };

/** The usage of an answer in short form. `cost` in US dollars; null if tokens or price are unknown. */
export function runFigures(stats: RunStats, cost: number | null): RunFigure[] {
  const { ms, firstContentMs, inputTokens, outputTokens, cachedTokens, toolCalls } = stats;
  // An imported answer has no measurements.
  const figures: RunFigure[] = ms > 0 ? [{ text: duration(ms), why: t('timeWhy') }] : [];
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
    figures.push({ text: t('firstWordAfter', { time: duration(firstContentMs) }), why: t('firstWordWhy') });
  }
  if (outputTokens !== undefined && ms > 0) {
    const rate = outputTokens / (ms / 1000);
    const text = t('tokenRate', { rate: formatNumber(rate, { maximumFractionDigits: rate < 10 ? 1 : 0 }) });
    figures.push({ text, why: t('tokenRateWhy') });
  }
  if (cost !== null) figures.push({ text: dollars(cost), why: t('costWhy') });
  return figures;
}
