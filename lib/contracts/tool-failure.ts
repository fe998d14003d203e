import * as z from 'zod';
import { McpErrorCode } from './mcp.ts';
import { WebErrorCode } from './tool-error.ts';

/** Why a page, a document or a screenshot could not be read. */
export const PageErrorCode = z.enum([
  'tab-gone',
  'no-access',
  'other-site',
  'browser-page',
  'hidden-page',
  'not-loaded',
  'asleep',
  'files-off',
  'file-unread',
  'reader-view',
  'not-readable',
  'not-in-front',
  'needs-click',
  'no-picture',
  'drawn',
  'not-fetched',
  'site-refused',
  'not-sent-again',
  'in-container',
  'too-large',
  'pdf-locked',
  'pdf-damaged',
  'pdf-slow',
  'pdf-failed',
  'no-page',
  'not-sent',
  'form-input',
  'tool-input',
]);
export type PageErrorCode = z.infer<typeof PageErrorCode>;

/** Why a tool call failed: because of a page, the user, the model, or the end of its run. */
export const ToolFailureCode = z.enum([
  ...PageErrorCode.options,
  ...WebErrorCode.options,
  ...McpErrorCode.options,
  'bad-input',
  'truncated-input',
  'unknown-tool',
  'refused',
  'expired',
  'moved',
  'not-run',
  'busy',
  'timed-out',
  'stopped',
  'in-doubt',
  'failed',
]);
export type ToolFailureCode = z.infer<typeof ToolFailureCode>;
