import type { AttachedFile } from './attachments.ts';
import type { FailureReason } from './failure.ts';
import type { FocusedField } from './focused-field.ts';
import type { Task } from './preferences.ts';

/**
 * A question from outside the panel: the context menu, a shortcut, the address bar. It is taken once, by the panel of
 * one window. `isSent`: send it immediately if that panel is next to the tab it is about. `task`: its prompt, or null.
 * `files` are attached. `field`: the answer is a proposal for its selected text. `failure`: why there is nothing to
 * ask. `translatesPage`: translate the page instead of asking. `at`: milliseconds since 1970.
 */
export type QuickRequest = {
  windowId: number;
  tabId: number | null;
  text: string;
  task: Task | null;
  isSent: boolean;
  at: number;
  files?: AttachedFile[];
  field?: FocusedField;
  failure?: FailureReason;
  translatesPage?: true;
};

/** A request that no panel took expires after this time, in milliseconds. */
const LASTS_MS = 30_000;

/** Whether a request is for the panel of this window, now. */
export function isRequestForWindow(
  request: QuickRequest | null,
  windowId: number | undefined,
  now: number,
): request is QuickRequest {
  return request !== null && request.windowId === windowId && now - request.at < LASTS_MS;
}
