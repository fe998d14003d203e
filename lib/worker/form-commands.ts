import {
  buildFillId,
  type CommandReply,
  effectDetails,
  type FillOutcome,
  type FormProposal,
  listToolCalls,
  type PageAccess,
  PageError,
  type ShownPart,
  type ThreadState,
  type ToolCall,
} from '../contracts/index.ts';
import { parseOrigin } from '../security/index.ts';
import { DONE_REPLY, refuseCommand } from './command-replies.ts';

/**
 * Access to forms of pages, only for the user's clicks on a call's card and never for tools. All functions reject with
 * PageError.
 */
export type FormWork = {
  show: (proposal: FormProposal, part: ShownPart) => Promise<boolean>;
  undo: (proposal: FormProposal, fillId: string) => Promise<FillOutcome>;
};

type Dependencies = { page: Pick<PageAccess, 'check'>; forms: FormWork };

/** Shows a part of a call's form, while its tab shows the site for which the user was asked. */
export async function showCallForm(
  { page, forms }: Dependencies,
  state: ThreadState,
  { toolCallId, part }: { toolCallId: string; part: ShownPart },
): Promise<CommandReply> {
  return withForm(page, findCall(state, toolCallId), async ({ proposal }) =>
    (await forms.show(proposal, part)) ? DONE_REPLY : refuseCommand('internal', { type: 'passage-not-found' }),
  );
}

/** Restores the values that a form had before a call filled it in. */
export async function undoCallForm(
  { page, forms }: Dependencies,
  state: ThreadState,
  { toolCallId }: { toolCallId: string },
): Promise<CommandReply> {
  return withForm(page, findCall(state, toolCallId), async ({ proposal, confirmId }) => ({
    type: 'form-undone',
    outcome: await forms.undo(proposal, buildFillId(confirmId, toolCallId)),
  }));
}

/** Servers reuse ids in other steps. The last call with this id and a form is the one on the screen. */
function findCall({ messages }: ThreadState, toolCallId: string): ToolCall | undefined {
  const steps = messages.flatMap((message) => (message.role === 'assistant' ? message.steps : []));
  return steps.flatMap(listToolCalls).findLast((call) => call.toolCallId === toolCallId);
}

type FormOfCall = { proposal: FormProposal; confirmId: string };

async function withForm(
  page: Dependencies['page'],
  call: ToolCall | undefined,
  work: (form: FormOfCall) => Promise<CommandReply>,
): Promise<CommandReply> {
  const request = call?.state === 'approval-requested' ? call.request : call?.granted?.request;
  const confirm = effectDetails(request);
  if (confirm?.form === undefined) return refuseCommand('internal', { type: 'passage-not-found' });
  try {
    const access = await page.check(confirm.form.tabId);
    if (access.type === 'impossible') throw access.error;
    if (access.type !== 'granted' || parseOrigin(access.url) !== confirm.origin)
      return refuseCommand('internal', { type: 'tab-shows-another-page' });
    return await work({ proposal: confirm.form, confirmId: confirm.confirmId });
  } catch (error) {
    if (error instanceof PageError) return refuseCommand('internal', { type: 'page-failed', error: error.code });
    throw error;
  }
}
