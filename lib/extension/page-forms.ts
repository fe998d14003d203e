import { browser } from 'wxt/browser';
import type {
  FieldValue,
  FillOutcome,
  FormAnswer,
  FormDefinition,
  FormRequest,
  PageForms,
  ReadOptions,
  TabForm,
} from '../contracts/index.ts';
import { inject, injectAll } from './inject.ts';
import { printTab, readableFrames, siteAddress } from './read-tab.ts';
import { sitePolicies } from './settings.ts';

declare global {
  /** Set by `page-forms.js`, in the extension's own world of a document, which its page cannot see. */
  var answerFormRequest: ((request: FormRequest) => Promise<FormAnswer>) | undefined;
}

/** Pages with more forms have one in each row of a list. */
const MAX_FORMS = 40;

/** The forms of a tab, in the frames that may be read with it. Changes nothing. Throws PageError. */
export async function listTabForms(
  tabId: number,
  { mayReadFrame = () => false }: Pick<ReadOptions, 'mayReadFrame'> = {},
): Promise<PageForms> {
  const all = await printTab(tabId);
  const prints = readableFrames(all, mayReadFrame, await sitePolicies.getValue());
  const frames = await injectAll<FormDefinition[]>(tabId, () =>
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
    return result.map((form): TabForm => ({ frameId, url, form: { ...form, name: freeName(form.name, names) } }));
  });
  const { title = '', url = '' } = all[0] ?? {};
  return { title, url, forms: forms.slice(0, MAX_FORMS) };
}

/** Names are unique in a document only. */
function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name}_${number}`;
  taken.add(free);
  return free;
}

/** Fills a form of a tab as it was listed. Throws PageError; null if its document was replaced since. */
export function fillTabForm(
  tabId: number,
  { frameId, form }: TabForm,
  values: Readonly<Record<string, FieldValue>>,
): Promise<FillOutcome | null> {
  return ask(tabId, frameId, { type: 'fill', form, values });
}

async function ask(tabId: number, frameId: number, request: FormRequest): Promise<FillOutcome | null> {
  const answer = await inject<FormAnswer | { type: 'no-script' }>(tabId, () =>
    browser.scripting.executeScript({
      target: { tabId, frameIds: [frameId] },
      // A null in arguments would not arrive (quirk: null-arguments).
      args: [JSON.stringify(request)],
      // A document that was loaded since has no such function.
      func: async (asked: string) =>
        (await globalThis.answerFormRequest?.(JSON.parse(asked))) ?? { type: 'no-script' as const },
      injectImmediately: true,
    }),
  );
  return answer.type === 'filled' || answer.type === 'stopped' ? answer : null;
}
