/** One thing the practice model does while it answers. */
export type PracticeStep =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'tool-call'; toolName: string; argumentsText: string }
  | { type: 'wait'; ms: number }
  /** The connection is lost here: nothing follows, not even the end of the stream. */
  | { type: 'cut' };

/** What the practice model makes of a request: an answer in steps, or an HTTP error instead of one. */
export type PracticeReply =
  | { type: 'answer'; steps: PracticeStep[] }
  | { type: 'refusal'; status: number; code: string; message: string; headers: Record<string, string> };

export function textSteps(...texts: string[]): PracticeStep[] {
  return texts.map((text) => ({ type: 'text', text }));
}
