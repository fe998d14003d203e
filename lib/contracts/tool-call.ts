import type { ChatRule } from './chat-rule.ts';
import type { ElicitationForm } from './elicitation.ts';
import type { ToolFailureCode } from './tool-failure.ts';
import type { ApprovalRequest, ToolOutput, ToolProgress } from './tool-output.ts';

/** An approval. `origin`: the site that may be read since; `rule`: by which it was approved, unread. */
export type Grant = { request: ApprovalRequest; origin: string | null; rule?: ChatRule };

/**
 * A tool call as shown to the user. `input` is validated if the call can run. `format` is the dialect of a call written as text;
 * `followUpOf` the call whose result named this one, without the model; `granted` is set once the user has approved something,
 * `leftOut` if the call had unknown arguments, `rule` if it ran by a rule that the user set for the chat.
 */
export type ToolCall = {
  toolCallId: string;
  toolName: string;
  format: string | null;
  followUpOf: string | null;
  granted?: Grant;
  leftOut?: readonly string[];
  rule?: ChatRule;
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
