import type { ElicitationForm } from './elicitation.ts';
import type { ToolFailureCode } from './tool-failure.ts';
import type { ApprovalRequest, ToolOutput, ToolProgress } from './tool-output.ts';

/** An approval. `origin`: the site that may be read since. */
export type Grant = { request: ApprovalRequest; origin: string | null };

/**
 * A tool call as shown to the user. `input` is validated if the call can run. `format` is the dialect of a call written as text;
 * `followUpOf` the call whose result named this one, without the model; `granted` is set once the user has approved something,
 * `omissionNote` if the call had unknown arguments.
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
  /** `elicitation`: the form that the call waits for the user to answer. */
  | {
      state: 'executing';
      input: unknown;
      repaired: boolean;
      startedAt: number;
      progress: ToolProgress | null;
      elicitation: { elicitationId: string; form: ElicitationForm } | null;
    }
  | { state: 'output-available'; input: unknown; repaired: boolean; output: ToolOutput; ms: number }
  /** `errorText` is for the model; `code` selects the message for the user, and is null in logs of older versions. */
  | { state: 'output-error'; input: unknown; errorText: string; code: ToolFailureCode | null; ms: number }
);

/** Whether this call has a result for the model. */
export function isSettled(call: ToolCall): boolean {
  return call.state === 'output-available' || call.state === 'output-error';
}
