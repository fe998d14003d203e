import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryCard } from '../../components/memory/memory-card.tsx';
import { ThreadView } from '../../components/thread/thread.tsx';
import { PermissionCard } from '../../components/tools/permission-card.tsx';
import { webSources } from '../../lib/agent/thread/answer-text.ts';
import type { MemoryProposal } from '../../lib/contracts/memory.ts';
import type { ThreadState } from '../../lib/contracts/thread.ts';
import type { ApprovalRequest } from '../../lib/contracts/tool-output.ts';

const nothing = () => undefined;
const ACTIONS = {
  onCopy: async () => undefined,
  onEdit: async () => true,
  onDelete: nothing,
  onRetryWith: nothing,
  onAskAnother: nothing,
  onVersion: nothing,
};

/** Renders a chat like the panel. */
export function draw(thread: ThreadState): string {
  return renderToStaticMarkup(
    <ThreadView
      thread={thread}
      sources={webSources(thread)}
      versionAt={() => null}
      actions={ACTIONS}
      sent={0}
      getCost={() => null}
      onRespond={async () => true}
      onRespondContext={async () => true}
      onReveal={nothing}
      onRetry={nothing}
      onContinue={nothing}
      nextModel={null}
      pair={null}
      empty={null}
      ending={null}
      unreadable={0}
      focus={null}
    />,
  );
}

/** Renders an approval request like the panel does before the user has looked at it. */
export function drawCard(request: ApprovalRequest): string {
  return renderToStaticMarkup(<PermissionCard request={request} onRespond={async () => true} />);
}

/** Renders the card that proposes a sentence to remember. */
export function drawMemory(proposal: MemoryProposal): string {
  return renderToStaticMarkup(
    <MemoryCard
      proposal={proposal}
      project={null}
      memories={new Map()}
      refusal={null}
      onKeep={nothing}
      onDiscard={nothing}
    />,
  );
}
