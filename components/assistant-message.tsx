import { type ComponentProps, Fragment, memo } from 'react';
import type { AssistantMessage, Part, Step } from '../lib/protocol/thread.ts';
import { Markdown } from './markdown.tsx';
import { Preamble } from './preamble.tsx';
import { RunOutcomeView } from './run-outcome.tsx';
import { Steers } from './steers.tsx';
import { noticesOf, StepNotices } from './step-notices.tsx';
import { ToolCallCard } from './tool-call.tsx';
import './message.css';

type Props = {
  message: AssistantMessage;
  /** What it cost, in US dollars; null where that is not known. */
  cost: number | null;
  onRespond: (toolCallId: string, approved: boolean) => void;
  /** Lets the model see what is masked in this run's results. */
  onReveal: (runId: string) => void;
  /** null where this answer cannot be asked for again. */
  onRetry: (() => void) | null;
  /** null where nothing can follow this answer. */
  onContinue: (() => void) | null;
};

/** A run as it unfolds: its steps, and how it ended. */
export const AssistantMessageView = memo(function AssistantMessageView(props: Props) {
  const { message, cost, onRespond, onReveal, onRetry, onContinue } = props;
  const { steps, outcome, stats } = message;
  const actions = { isRevealed: message.isRevealed, onRespond, onReveal: () => onReveal(message.messageId) };
  const isSilent = !steps.some((step) => step.parts.length > 0 || noticesOf(step).length > 0);
  return (
    <article className="message assistant" aria-label="Assistant" aria-busy={outcome === null}>
      {steps.map((step, index) => (
        <Fragment key={step.stepId}>
          <Steers run={message} before={index} />
          <StepView step={step} isLast={index === steps.length - 1} actions={actions} />
        </Fragment>
      ))}
      <Steers run={message} before={steps.length} />
      {outcome === null && isSilent && <p className="waiting">Waiting for the model…</p>}
      {outcome && (
        <RunOutcomeView outcome={outcome} stats={stats} cost={cost} onRetry={onRetry} onContinue={onContinue} />
      )}
    </article>
  );
});

type CallActions = Omit<ComponentProps<typeof ToolCallCard>, 'call'>;
type StepProps = { step: Step; isLast: boolean; actions: CallActions };

function StepView({ step, isLast, actions }: StepProps) {
  return (
    <div className={step.stale ? 'step stale' : 'step'} data-decision={step.decision}>
      {step.parts.map((part, index) => (
        <PartView key={partKey(part, index)} part={part} step={step} isLast={isLast} actions={actions} />
      ))}
      <StepNotices step={step} />
    </div>
  );
}

function PartView({ part, step, isLast, actions }: StepProps & { part: Part }) {
  switch (part.type) {
    case 'text':
      if (part.text.trim() === '') return null;
      return isWork(step) ? <Preamble text={part.text} isOpen={isLast} /> : <Markdown text={part.text} />;
    case 'reasoning':
      return part.text.trim() === '' ? null : (
        <details className="reasoning">
          <summary>Thinking</summary>
          <p dir="auto">{part.text}</p>
        </details>
      );
    case 'tool-call':
      return <ToolCallCard call={part.call} {...actions} />;
    default:
      return part satisfies never;
  }
}

/** Logs from before decisions were written tell by their calls. */
function isWork({ decision, parts }: Step): boolean {
  return decision === 'tools' || (decision === null && parts.some((part) => part.type === 'tool-call'));
}

function partKey(part: Part, index: number): string {
  return part.type === 'tool-call' ? part.call.toolCallId : `${part.type}-${index}`;
}
