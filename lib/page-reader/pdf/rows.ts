import type { PdfText } from './pdf-pieces.ts';

export type PdfTableCell = { text: string; x0: number; x1: number; isHeader: boolean };

/** A piece of text, or a whole table. */
export type Piece = PdfText & { table?: PdfTableCell[][] };
/** The pieces on one baseline. */
export type Row = { y: number; size: number; pieces: Piece[] };
