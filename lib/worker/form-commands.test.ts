import { expect, test } from 'vitest';
import type { FormProposal, PageAccessState } from '../contracts/index.ts';
import { createApprovalDetails } from '../security/approval/approval-policy.ts';
import { asked, buildThread, called, gave, runStart, step } from '../testing/agent/scripted-thread.ts';
import { showCallForm, undoCallForm } from './form-commands.ts';

const PROPOSAL = { tabId: 1, title: 'Order' } as FormProposal;
const use = {
  toolName: 'fill_form',
  input: {},
  isRepaired: false,
  isReadOnly: false,
  destination: null,
  origin: 'https://shop.test',
  ownSource: null,
  change: null,
};
const confirm = createApprovalDetails(use, [], 'confirm', 0, { form: PROPOSAL });
const asking = {
  type: 'tool-approval-request',
  toolCallId: 'a',
  request: { type: 'effect', reason: '', confirm },
} as const;
const WAITING = [asked('q', 'Fill in'), runStart('r'), ...step('r:0', ...called('a', 'fill_form')), asking];
const allowed = { type: 'tool-approval-response', toolCallId: 'a', approved: true, values: { name: 'Ada' } } as const;
const FILLED = [...WAITING, allowed, gave('a', 'Filled in.')];

function world(url = 'https://shop.test/order') {
  const done: unknown[] = [];
  const access: PageAccessState = { type: 'granted', title: '', url };
  const forms = {
    async show(...request: unknown[]) {
      done.push(request);
      return true;
    },
    async undo(...request: unknown[]) {
      done.push(request);
      return { type: 'replaced' as const };
    },
  };
  return { done, work: { page: { check: async () => access }, forms } };
}

test('a form is shown on its page while the card asks, and after it was filled in', async () => {
  for (const events of [WAITING, FILLED]) {
    const { done, work } = world();
    expect(await showCallForm(work, buildThread(...events), { toolCallId: 'a', part: 'button' })).toEqual({
      type: 'done',
    });
    expect(done).toEqual([[PROPOSAL, 'button']]);
  }
});

test('filling in is undone by the id of its approval', async () => {
  const { done, work } = world();
  const reply = await undoCallForm(work, buildThread(...FILLED), { toolCallId: 'a' });
  expect(reply).toEqual({ type: 'form-undone', outcome: { type: 'replaced' } });
  expect(done).toEqual([[PROPOSAL, 'confirm a']]);
});

test('nothing is done while the tab shows another site, or for a call without a form', async () => {
  const elsewhere = world('https://other.test/');
  const reply = await undoCallForm(elsewhere.work, buildThread(...FILLED), { toolCallId: 'a' });
  expect(reply).toMatchObject({ type: 'refused', failure: { reason: { type: 'tab-shows-another-page' } } });
  const here = world();
  expect(await undoCallForm(here.work, buildThread(...FILLED), { toolCallId: 'b' })).toMatchObject({ type: 'refused' });
  expect([elsewhere.done, here.done]).toEqual([[], []]);
});
