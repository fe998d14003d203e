import { memo } from 'react';
import type { AssistantMessage, Part, Step } from '../lib/protocol/thread.ts';
import { Markdown } from './markdown.tsx';
import { RunOutcomeView } from './run-outcome.tsx';
import { ToolCallCard } from './tool-call.tsx';
import './message.css';

type Props = {
  message: AssistantMessage;
  onRespond: (toolCallId: string, approved: boolean) => void;
  /** null where this answer cannot be asked for again. */
  onRetry: (() => void) | null;
};

/** A run as it unfolds: its steps, and how it ended. */
export const AssistantMessageView = memo(function AssistantMessageView({ message, onRespond, onRetry }: Props) {
  const isWaiting = message.outcome === null && !message.steps.some((step) => step.parts.length > 0);
  return (
    <article className="message assistant" aria-label="Assistant" aria-busy={message.outcome === null}>
      {message.steps.map((step) => (
        <StepView key={step.stepId} step={step} onRespond={onRespond} />
      ))}
      {isWaiting && <p className="waiting">Waiting for the model…</p>}
      {message.outcome && <RunOutcomeView outcome={message.outcome} stats={message.stats} onRetry={onRetry} />}
    </article>
  );
});

function StepView({ step, onRespond }: { step: Step; onRespond: Props['onRespond'] }) {
  return (
    <div className={step.stale ? 'step stale' : 'step'}>
      {step.parts.map((part, index) => (
        <PartView key={partKey(part, index)} part={part} onRespond={onRespond} />
      ))}
    </div>
  );
}

function PartView({ part, onRespond }: { part: Part; onRespond: Props['onRespond'] }) {
  switch (part.type) {
    case 'text':
      return part.text.trim() === '' ? null : <Markdown text={part.text} />;
    case 'reasoning':
      return part.text.trim() === '' ? null : (
        <details className="reasoning">
          <summary>Thinking</summary>
          <p dir="auto">{part.text}</p>
        </details>
      );
    case 'tool-call':
      return <ToolCallCard call={part.call} onRespond={onRespond} />;
    default:
      return part satisfies never;
  }
}

function partKey(part: Part, index: number): string {
  return part.type === 'tool-call' ? part.call.toolCallId : `${part.type}-${index}`;
}
