import { browser } from 'wxt/browser';
import type { FieldValue, FillOutcome, FormAnswer, FormDefinition, FormRequest } from '../contracts/index.ts';
import { inject, injectAll } from './inject.ts';

declare global {
  /** Set by `page-forms.js`, in the extension's own world of a document, which its page cannot see. */
  var answerFormRequest: ((request: FormRequest) => Promise<FormAnswer>) | undefined;
}

/** A form of one of the documents of a tab. */
export type TabForm = { frameId: number; form: FormDefinition };

/** The forms of a tab, in all frames that the browser lets the extension read. Changes nothing. Throws PageError. */
export async function listTabForms(tabId: number): Promise<TabForm[]> {
  const frames = await injectAll<FormDefinition[]>(tabId, () =>
    browser.scripting.executeScript({
      target: { tabId, allFrames: true },
      files: ['/page-forms.js'],
      injectImmediately: true,
    }),
  );
  return frames.flatMap(({ frameId, result }) => result.map((form) => ({ frameId, form })));
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
