import { browser } from 'wxt/browser';
import {
  type FieldAnswer,
  FieldError,
  type FieldRef,
  type FieldRequest,
  type FocusedField,
  type FrameFocus,
  MAX_FIELD_TEXT,
} from '../contracts/index.ts';
import { inject, injectAll } from './inject.ts';

declare global {
  /** Set by `page-field.js`, in the extension's isolated world of a document, which the page cannot see. */
  var answerFieldRequest: ((request: FieldRequest) => Promise<FieldAnswer>) | undefined;
}

/** Maximum depth of nested frames through which the focus is followed. */
const MAX_DEPTH = 10;

/**
 * The field of a tab that last had the focus. Browsers remember it while the panel has the focus. Only the focused
 * frame is asked for its field. Throws PageError without access to the page, and FieldError if there is no field to
 * write into.
 */
export async function findFocusedField(tabId: number): Promise<FocusedField> {
  const frames = await injectAll<FrameFocus>(tabId, () =>
    browser.scripting.executeScript({
      target: { tabId, allFrames: true },
      files: ['/page-field.js'],
      injectImmediately: true,
    }),
  );
  const [top] = frames;
  let focused = top;
  for (let depth = 0; focused && focused.result.focusedFrame !== null && depth < MAX_DEPTH; depth += 1) {
    const { focusedFrame } = focused.result;
    focused = frames.find(({ result }) => result.key === focusedFrame);
  }
  if (top === undefined || focused === undefined || focused.result.focusedFrame !== null) {
    throw new FieldError('frame-no-access');
  }
  const field = { tabId, frameId: focused.frameId, fieldId: crypto.randomUUID() };
  const answer = await ask(field, { type: 'find', fieldId: field.fieldId });
  if (answer.type !== 'found') throw new FieldError('gone');
  const { label, isMultiline, selected } = answer;
  if (selected.length > MAX_FIELD_TEXT) throw new FieldError('too-long');
  const host = siteHost(focused.result, frames);
  const isEmbedded = focused !== top && (host === '' || host !== top.result.host);
  return { ...field, label, host, isEmbedded, isMultiline, selected };
}

/**
 * The host of the site that created the document in a frame: its own, or that of the nearest ancestor frame that has
 * one. '' for an opaque origin (`sandbox`, `data:`), unless the document came from a host other than the page's.
 */
function siteHost({ key, host, isOpaque }: FrameFocus, frames: readonly { result: FrameFocus }[]): string {
  if (key === '') return host;
  if (isOpaque) return host === frames[0]?.result.host ? '' : host;
  if (host !== '') return host;
  for (let path = key ?? ''; path !== ''; ) {
    path = path.slice(0, Math.max(0, path.lastIndexOf('.')));
    const around = frames.find(({ result }) => result.key === path)?.result;
    if (around?.isOpaque) return siteHost(around, frames);
    if (around?.host) return around.host;
  }
  return '';
}

/**
 * Inserts text at the cursor of a field, or replaces its selection if that equals `replaces`, which must not be ''.
 * Only for a click of the user on this text: no tool uses it. Throws PageError and FieldError.
 */
export async function writeField(field: FieldRef, text: string, replaces: string): Promise<void> {
  await ask(field, { type: 'write', fieldId: field.fieldId, text, replaces });
}

/** Restores what a field contained before the last `writeField`. Throws PageError and FieldError. */
export async function undoField(field: FieldRef): Promise<void> {
  await ask(field, { type: 'undo', fieldId: field.fieldId });
}

async function ask({ tabId, frameId }: FieldRef, request: FieldRequest): Promise<FieldAnswer> {
  const answer = await inject<FieldAnswer>(tabId, () =>
    browser.scripting.executeScript({
      target: { tabId, frameIds: [frameId] },
      args: [request],
      // A document that was loaded since then does not have this function.
      func: async (fieldRequest: FieldRequest): Promise<FieldAnswer> =>
        (await globalThis.answerFieldRequest?.(fieldRequest)) ?? { type: 'failed', error: 'gone' },
      injectImmediately: true,
    }),
  );
  if (answer.type === 'failed') throw new FieldError(answer.error);
  return answer;
}
