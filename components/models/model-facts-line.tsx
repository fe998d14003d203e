import { Brain, Eye, Wrench } from 'lucide-react';
import type { ModelFact } from './model-facts.ts';

/** What is known of a model, short; why, on hover. */
export function ModelFactsLine({ facts }: { facts: readonly ModelFact[] }) {
  return (
    <span className="model-facts">
      {facts.map((fact) => (
        <span key={fact.kind} className="model-fact" data-kind={fact.kind} title={fact.why}>
          <FactIcon kind={fact.kind} />
          {fact.text}
        </span>
      ))}
    </span>
  );
}

function FactIcon({ kind }: { kind: ModelFact['kind'] }) {
  switch (kind) {
    case 'tools':
      return <Wrench size={11} aria-hidden />;
    case 'vision':
      return <Eye size={11} aria-hidden />;
    case 'reasoning':
      return <Brain size={11} aria-hidden />;
    case 'context':
    case 'price':
      return null;
    default:
      return kind satisfies never;
  }
}
