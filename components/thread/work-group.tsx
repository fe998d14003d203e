import { memo, type ReactNode, useMemo } from 'react';
import { type Step, toolCallsOf } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { maskSecrets } from '../../lib/security/index.ts';
import { workSummary } from './step-groups.ts';
import './work-group.css';

type Props = {
  steps: readonly Step[];
  /** The user let the model see what is masked in results. */
  isRevealed: boolean;
  children: ReactNode;
};

/** Finished work in one line, with everything of it inside. */
export function WorkGroup({ steps, isRevealed, children }: Props) {
  return (
    <details className="work-group">
      <summary>
        <WorkLine steps={steps} isRevealed={isRevealed} />
      </summary>
      {children}
    </details>
  );
}

const WorkLine = memo(
  function WorkLine({ steps, isRevealed }: Omit<Props, 'children'>) {
    // What the model does not see is said also where the card that says it is folded away.
    const isMasked = useMemo(() => !isRevealed && steps.flatMap(toolCallsOf).some(hasMasked), [steps, isRevealed]);
    const work = workSummary(steps);
    return isMasked ? t('workHidden', { work }) : work;
  },
  // Each render groups anew; steps that are done keep their identity.
  (before, after) =>
    before.isRevealed === after.isRevealed &&
    before.steps.length === after.steps.length &&
    before.steps.every((step, index) => step === after.steps[index]),
);

function hasMasked(call: ReturnType<typeof toolCallsOf>[number]): boolean {
  return call.state === 'output-available' && maskSecrets(call.output.content).masked.length > 0;
}
