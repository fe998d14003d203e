import { memo, type ReactNode, useMemo } from 'react';
import { type Step, toolCallsOf } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { maskSecrets } from '../../lib/security/index.ts';
import { workSummary } from './step-groups.ts';
import './work-group.css';

type Props = {
  steps: readonly Step[];
  /** Whether the user let the model see the masked secrets in results. */
  isRevealed: boolean;
  children: ReactNode;
};

/** Finished work collapsed to one line, with all its details inside. */
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
    // Masking is also shown here, since the card that shows it is collapsed.
    const isMasked = useMemo(() => !isRevealed && steps.flatMap(toolCallsOf).some(hasMasked), [steps, isRevealed]);
    const work = workSummary(steps);
    return isMasked ? t('workHidden', { work }) : work;
  },
  // Groups are created anew with each render, while finished steps keep their identity.
  (before, after) =>
    before.isRevealed === after.isRevealed &&
    before.steps.length === after.steps.length &&
    before.steps.every((step, index) => step === after.steps[index]),
);

function hasMasked(call: ReturnType<typeof toolCallsOf>[number]): boolean {
  return call.state === 'output-available' && maskSecrets(call.output.content).masked.length > 0;
}
