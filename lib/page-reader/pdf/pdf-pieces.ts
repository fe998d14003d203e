import type { PdfTag } from './structure-tags.ts';

/**
 * A piece of text of a page. `x` and `y` are where its baseline begins, in points from the lower left of the page as it is
 * shown; `angle` is the direction in which it is written there, in degrees counterclockwise.
 */
export type PdfText = {
  text: string;
  x: number;
  y: number;
  width: number;
  size: number;
  angle: number;
  /** `field`: a value that was entered into a form field. */
  kind: 'text' | 'field';
  isMonospaced?: boolean;
  /** The name that pdf.js gives its font. */
  font?: string;
  tag?: PdfTag | undefined;
};

/** `notes` are the comments that readers put on the page. */
export type PdfPageText = { number: number; texts: readonly PdfText[]; notes: readonly string[] };
