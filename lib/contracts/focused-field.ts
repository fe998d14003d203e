import * as z from 'zod';

/** The maximum length of a text that is inserted or replaced, in UTF-16 units. */
export const MAX_FIELD_TEXT = 200_000;

/**
 * A field in one document of a tab. `fieldId` is only valid in that document, so the field no longer exists after a
 * navigation.
 */
export const FieldRef = z.object({
  tabId: z.number().int(),
  frameId: z.number().int(),
  fieldId: z.string().min(1).max(64),
});
export type FieldRef = z.infer<typeof FieldRef>;

/** The field of a page that was focused last, as shown to the user. */
export const FocusedField = FieldRef.extend({
  /** Its label, placeholder or name; '' if it has none. */
  label: z.string(),
  /**
   * The host of the site that created its document, and whether it differs from the page's host. The host is '' if
   * there is no site (an opaque origin, a file).
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
 * Why a field of a page was not read or written. `no-selection`: nothing is selected in it. `secret`: it is a password,
 * payment or one-time code field. `frame-no-access`: it is in a frame of a site that the browser does not let the
 * extension read. `changed`: its selection is not the one that was shown. `not-inserted`: the page did not accept the
 * text, or restored its own. `altered`: the page accepted the text, but changed it. `not-undone`: the inserted text is
 * no longer there.
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
 * A request to the script in the page. `replaces` is the selected text to replace. '' means inserting at the cursor,
 * because null would not arrive (quirk: null-arguments).
 */
export type FieldRequest =
  | { type: 'find'; fieldId: string }
  | { type: 'write'; fieldId: string; text: string; replaces: string }
  | { type: 'undo'; fieldId: string };

/** A reply of the script in the page. */
export type FieldAnswer =
  | { type: 'found'; label: string; isMultiline: boolean; selected: string }
  | { type: 'done' }
  | { type: 'failed'; error: FieldErrorCode };

/**
 * Where the focus of a frame is: in the frame with the key `focusedFrame`, or in its own document (null). `host` is
 * that of its address, or of its origin if the address has none (`blob:`, `about:srcdoc`), otherwise ''. `isOpaque`:
 * its origin does not belong to a site.
 */
export type FrameFocus = { key: string | null; host: string; isOpaque: boolean; focusedFrame: string | null };

/** Adapts a text to a field. A single-line field gets it on one line. */
export function textForField(text: string, { isMultiline }: Pick<FocusedField, 'isMultiline'>): string {
  const lines = text.replace(/\r\n?/g, '\n');
  return isMultiline ? lines : lines.replace(/(?<!\s)\s*\n\s*/g, ' ');
}
