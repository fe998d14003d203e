import * as z from 'zod';

/**
 * Why a tool failed. The message is in English, for the model. Components create the user's message from the code,
 * which is one of `ToolFailureCode`.
 */
export abstract class ToolError<Code extends string = string> extends Error {
  readonly code: Code;

  constructor(code: Code, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Why a web search, or opening a web page, failed. */
export const WebErrorCode = z.enum([
  'no-search-engine',
  'search-key',
  'search-quota',
  'search-limiter',
  'search-password',
  'search-wrong-path',
  'search-redirect',
  'search-blocked',
  'search-junk',
  'search-no-json',
  'search-failed',
  'results-hidden',
  'results-unread',
  'offline',
  'site-not-allowed',
  'private-address',
  'carries-secret',
  'page-limit',
  'redirect-refused',
  'needs-browser',
  'page-refused',
  'page-too-large',
  'page-slow',
  'tab-elsewhere',
  'tab-unread',
]);
export type WebErrorCode = z.infer<typeof WebErrorCode>;

export class WebError extends ToolError<WebErrorCode> {
  override readonly name = 'WebError';
}
