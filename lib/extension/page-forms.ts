import { browser } from 'wxt/browser';
import {
  type ApprovedForm,
  type FillOutcome,
  type FormAnswer,
  type FormProposal,
  type FormRequest,
  type PageForms,
  type ReadOptions,
  type ShownPart,
  type TabForm,
  toFormTarget,
} from '../contracts/index.ts';
import { inject, injectAll } from './inject.ts';
import { printTab, readableFrames, siteAddress } from './read-tab.ts';
import { settings } from './settings.ts';

declare global {
  /** Set by `page-forms.js`, in the extension's isolated world of a document, which the page cannot see. */
  var answerFormRequest: ((request: FormRequest) => Promise<FormAnswer>) | undefined;
}

/** Pages with more forms usually have one in each row of a list. */
const MAX_FORMS = 40;

/** The forms of a tab, in the frames that may be read with it. Does not change the page. Throws PageError. */
export async function listTabForms(
  tabId: number,
  { mayReadFrame = () => false }: Pick<ReadOptions, 'mayReadFrame'> = {},
): Promise<PageForms> {
  const all = await printTab(tabId);
  const prints = readableFrames(all, mayReadFrame, await settings.sitePolicies.getValue());
  const frames = await injectAll<FormAnswer>(tabId, () =>
    browser.scripting.executeScript({
      target: { tabId, frameIds: prints.map(({ frameId }) => frameId) },
      files: ['/page-forms.js'],
      injectImmediately: true,
    }),
  );
  const names = new Set<string>();
  const forms = frames.flatMap(({ frameId, result }) => {
    const print = prints.find((each) => each.frameId === frameId);
    const url = print === undefined ? '' : siteAddress(print, all);
    if (result.type !== 'forms') return [];
    const { documentId } = result;
    return result.forms.map(
      (form): TabForm => ({ frameId, documentId, url, form: { ...form, name: freeName(form.name, names) } }),
    );
  });
  const { title = '', url = '' } = all[0] ?? {};
  return { title, url, forms: forms.slice(0, MAX_FORMS) };
}

/** Names are only unique within a document. */
function freeName(name: string, usedNames: Set<string>): string {
  let free = name;
  for (let number = 2; usedNames.has(free); number += 1) free = `${name}_${number}`;
  usedNames.add(free);
  return free;
}

/** Fills a form of a tab as approved, once. Throws PageError. */
export async function fillTabForm({ fillId, proposal, values, until }: ApprovedForm): Promise<FillOutcome> {
  const { documentId } = proposal;
  return toFillOutcome(
    await ask(proposal, { type: 'fill', fillId, documentId, form: toFormTarget(proposal), values, until }),
  );
}

/** Restores what the fields of a form contained before it was filled. Throws PageError. */
export async function undoTabForm(proposal: FormProposal, fillId: string): Promise<FillOutcome> {
  return toFillOutcome(await ask(proposal, { type: 'undo', fillId, documentId: proposal.documentId }));
}

/** Shows a part of a form on its page. Resolves to whether the part exists. Throws PageError. */
export async function showTabForm(proposal: FormProposal, part: ShownPart): Promise<boolean> {
  const { documentId } = proposal;
  const answer = await ask(proposal, { type: 'show', documentId, form: toFormTarget(proposal), part });
  return answer.type === 'shown' && answer.isShown;
}

function toFillOutcome(answer: FormAnswer): FillOutcome {
  return answer.type === 'filled' || answer.type === 'stopped' || answer.type === 'late'
    ? answer
    : { type: 'replaced' };
}

/** A document that was loaded since then has no script that answers requests. */
async function ask({ tabId, frameId }: FormProposal, request: FormRequest): Promise<FormAnswer> {
  return inject<FormAnswer>(tabId, () =>
    browser.scripting.executeScript({
      target: { tabId, frameIds: [frameId] },
      // Null values in arguments are not transmitted (quirk: null-arguments).
      args: [JSON.stringify(request)],
      func: async (requestJson: string) =>
        (await globalThis.answerFormRequest?.(JSON.parse(requestJson))) ?? { type: 'replaced' as const },
      injectImmediately: true,
    }),
  );
}
