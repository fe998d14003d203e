import * as z from 'zod';
import { ToolError } from './tool-error.ts';

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

export class WebError extends ToolError<WebErrorCode> {
  override readonly name = 'WebError';
}
