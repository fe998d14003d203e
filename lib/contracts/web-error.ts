import * as z from 'zod';

/** Why a search or the opening of a page on the web failed. */
export const WebErrorCode = z.enum([
  'no-search-engine',
  'search-key',
  'search-quota',
  'search-blocked',
  'search-junk',
  'search-no-json',
  'search-failed',
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
]);
export type WebErrorCode = z.infer<typeof WebErrorCode>;

/** The message is for a model; what a user reads is made from the code. */
export class WebError extends Error {
  readonly code: WebErrorCode;
  constructor(code: WebErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'WebError';
    this.code = code;
  }
}
