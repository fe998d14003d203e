import * as z from 'zod';

/** The largest text that is inserted or replaced, in UTF-16 units. */
export const MAX_FIELD_TEXT = 200_000;

/** A field of one document of a tab. `fieldId` is known in that document only, so that a page that navigated has no such field. */
export const FieldRef = z.object({
  tabId: z.number().int(),
  frameId: z.number().int(),
  fieldId: z.string().min(1).max(64),
});
export type FieldRef = z.infer<typeof FieldRef>;

/** The field of a page that had the focus last, as the user is shown it. */
export const FocusedField = FieldRef.extend({
  /** Its label, placeholder or name; '' if it has none. */
  label: z.string(),
  /**
   * The host of the site that made the document it is in, '' if that is no site (an opaque origin, a file), and whether it is
   * another one than the page's.
   */
  host: z.string(),
  isEmbedded: z.boolean(),
  /** Whether it can hold line breaks. */
  isMultiline: z.boolean(),
  /** The selected text, or ''. */
  selected: z.string(),
});
export type FocusedField = z.infer<typeof FocusedField>;

/**
 * Why a field of a page was not read or written. `no-selection`: nothing is selected in it; `secret`: a password, payment or
 * one-time code field; `frame-no-access`: the field is in a frame of a site that the browser does not let the extension read;
 * `changed`: its selection is not the one that was shown; `not-inserted`: the page did not take the text, or put back what it
 * had; `altered`: it took the text, but changed it; `not-undone`: the inserted text is not there anymore.
 */
export const FieldErrorCode = z.enum([
  'no-field',
  'no-selection',
  'secret',
  'frame-no-access',
  'too-long',
  'gone',
  'changed',
  'not-inserted',
  'altered',
  'not-undone',
]);
export type FieldErrorCode = z.infer<typeof FieldErrorCode>;

export class FieldError extends Error {
  override readonly name = 'FieldError';
  readonly code: FieldErrorCode;

  constructor(code: FieldErrorCode) {
    super(`The field takes no text: ${code}`);
    this.code = code;
  }
}

/**
 * What the script in the page is asked. `replaces`: the selected text to replace; '' to insert at the cursor, since null would not
 * arrive (quirk: null-arguments).
 */
export type FieldRequest =
  | { type: 'find'; fieldId: string }
  | { type: 'write'; fieldId: string; text: string; replaces: string }
  | { type: 'undo'; fieldId: string };

/** What the script in the page answers. */
export type FieldAnswer =
  | { type: 'found'; label: string; isMultiline: boolean; selected: string }
  | { type: 'done' }
  | { type: 'failed'; error: FieldErrorCode };

/**
 * Where the focus of a frame is: in the frame with the key `focusedFrame`, or in its own document (null). `host`: of its address,
 * or of its origin if the address has none (`blob:`, `about:srcdoc`), else ''. `isOpaque`: its origin is that of no site.
 */
export type FrameFocus = { key: string | null; host: string; isOpaque: boolean; focusedFrame: string | null };

/** A text as a field can hold it: on one line if it has only one. */
export function textForField(text: string, { isMultiline }: Pick<FocusedField, 'isMultiline'>): string {
  const lines = text.replace(/\r\n?/g, '\n');
  return isMultiline ? lines : lines.replace(/\s*\n\s*/g, ' ');
}
