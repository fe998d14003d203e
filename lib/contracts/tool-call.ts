import type { ToolFailureCode } from './tool-failure.ts';
import type { ApprovalRequest, ToolOutput, ToolProgress } from './tool-output.ts';

/** What the user said yes to. `origin`: the site that may be read since. */
export type Grant = { request: ApprovalRequest; origin: string | null };

/**
 * A tool call as the user sees it. `input` is what the model asked for, already validated where it can run. `format` names
 * the dialect of a call that came as text; `followUpOf` the call whose result named this one, without the model; `granted` is
 * there once the user has allowed something, `omissionNote` where the call had arguments the tool does not have.
 */
export type ToolCall = {
  toolCallId: string;
  toolName: string;
  format: string | null;
  followUpOf: string | null;
  granted?: Grant;
  leftOut?: readonly string[];
} & (
  | { state: 'input-streaming'; inputText: string }
  | { state: 'input-available'; input: unknown; repaired: boolean; approved: boolean }
  | { state: 'approval-requested'; input: unknown; repaired: boolean; request: ApprovalRequest }
  | { state: 'executing'; input: unknown; repaired: boolean; startedAt: number; progress: ToolProgress | null }
  | { state: 'output-available'; input: unknown; repaired: boolean; output: ToolOutput; ms: number }
  /** `errorText` is for the model; `code` says what the user reads, and is null where an older version wrote the log. */
  | { state: 'output-error'; input: unknown; errorText: string; code: ToolFailureCode | null; ms: number }
);

/** Whether this call has a result for the model. */
export function isSettled(call: ToolCall): boolean {
  return call.state === 'output-available' || call.state === 'output-error';
}
