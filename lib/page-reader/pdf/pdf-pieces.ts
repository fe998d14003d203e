import type { PdfTag } from './structure-tags.ts';

/**
 * A piece of text on a page. `x` and `y`: the start of its baseline, in points from the lower left corner of the page
 * as displayed. `angle`: the direction of the text as displayed, in degrees counterclockwise.
 */
export type PdfText = {
  text: string;
  x: number;
  y: number;
  width: number;
  size: number;
  angle: number;
  /** `field`: a value entered into a form field. */
  kind: 'text' | 'field';
  isMonospaced?: boolean;
  /** The name that pdf.js gives its font. */
  font?: string;
  tag?: PdfTag | undefined;
};

/** `notes`: the comments that readers have added to the page. */
export type PdfPageText = { number: number; texts: readonly PdfText[]; notes: readonly string[] };
