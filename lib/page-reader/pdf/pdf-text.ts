import { measureFixedPitch, withLatexSigns } from './letters.ts';
import type { PdfPageText, PdfText } from './pdf-pieces.ts';
import { turnRanges } from './reading-direction.ts';
import { collectPdfTags, type PdfTag, type StructureNode } from './structure-tags.ts';
import { joinVerticalRuns } from './vertical-text.ts';
import { attachVowelMarks } from './vowel-marks.ts';

/** The parts of a pdf.js page object that are used here. */
export type PdfJsPage = {
  /** Degrees clockwise by which the page is rotated for display. */
  rotate: number;
  /** The visible area: its left, lower, right and upper edge. */
  view: readonly number[];
  items: readonly (PdfJsText | { type: string; id?: string })[];
  styles: Readonly<Record<string, { vertical: boolean; fontFamily: string }>>;
  structure: StructureNode | null;
  annotations: readonly PdfJsAnnotation[];
};

type PdfJsText = { str: string; dir?: string; transform: number[]; width: number; height: number; fontName: string };

export type PdfJsAnnotation = {
  subtype?: string;
  rect?: number[];
  hidden?: boolean;
  annotationFlags?: number;
  fieldType?: string | null;
  fieldValue?: unknown;
  fieldFlags?: number;
  textContent?: string[];
  checkBox?: boolean;
  radioButton?: boolean;
  exportValue?: string;
  buttonValue?: string | null;
  options?: readonly { exportValue: string | null; displayValue: string | null }[];
  contentsObj?: { str: string };
  titleObj?: { str: string };
};

/** Converts the output of pdf.js to pieces in the coordinates of the displayed page. */
export function pdfTexts(page: PdfJsPage): Pick<PdfPageText, 'texts' | 'notes'> {
  const turn = turnBy(page.rotate);
  const tags = collectPdfTags(page.structure);
  const open: (PdfTag | undefined)[] = [];
  const fixedPitch = measureFixedPitch(page.items.flatMap((item) => ('str' in item ? [fontPiece(item)] : [])));
  const texts = page.items.flatMap((item): PdfText[] => {
    if (!('str' in item)) {
      if (item.type.startsWith('begin')) open.push(tags.get(item.id ?? '') ?? open.at(-1));
      else open.pop();
      return [];
    }
    // Pieces without text are gaps with arbitrary widths, so positions are compared instead.
    if (item.str.trim() === '' || isNameless(item) || isOutside(item, page.view)) return [];
    const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = item.transform;
    const style = page.styles[item.fontName];
    const angle = style?.vertical === true ? degrees(-c, -d) : degrees(a, b);
    return [
      {
        text: withLatexSigns(item.dir === 'rtl' ? turnRanges(item.str) : item.str),
        ...turn(x, y),
        width: style?.vertical === true ? item.height : item.width,
        size: Math.hypot(c, d) || item.height,
        angle: (angle - page.rotate + 720) % 360,
        kind: 'text',
        font: item.fontName,
        isMonospaced: fixedPitch.get(item.fontName) ?? style?.fontFamily === 'monospace',
        tag: open.at(-1),
      },
    ];
  });
  const visibleAnnotations = page.annotations.filter(isShown);
  return {
    texts: [
      ...attachVowelMarks(joinVerticalRuns(withoutSecondDrawing(texts))),
      ...visibleAnnotations.flatMap((field) => fieldTexts(field, turn)),
    ],
    notes: visibleAnnotations.flatMap(formatNote),
  };
}

/** Maximum distance between a text and the same text drawn again to look bold, or as its shadow, in font sizes. */
const SECOND_DRAWING = 0.12;

/**
 * Removes text that is drawn again almost at the same place. pdf.js may have joined the second drawing with the text
 * that follows it.
 */
function withoutSecondDrawing(texts: readonly PdfText[]): PdfText[] {
  return texts.flatMap((piece, index) => {
    const next = texts[index + 1];
    const isDrawnAgain =
      next?.text.startsWith(piece.text) &&
      next.angle === piece.angle &&
      Math.hypot(next.x - piece.x, next.y - piece.y) < piece.size * SECOND_DRAWING;
    return isDrawnAgain ? [] : [piece];
  });
}

function fontPiece({ str, width, transform, height, fontName }: PdfJsText) {
  return { str, width, size: Math.hypot(transform[2] ?? 0, transform[3] ?? 0) || height, font: fontName };
}

/** Whether a piece is a mark over a letter whose font does not say which character it is. */
function isNameless({ str, width }: PdfJsText): boolean {
  return width === 0 && /^[\p{Cc}\ufffd]+$/u.test(str);
}

/** Whether a piece begins outside the visible area, where text may be hidden. */
function isOutside({ transform, height }: PdfJsText, view: readonly number[]): boolean {
  const [, , , , x = 0, y = 0] = transform;
  const [left = 0, bottom = 0, right = 0, top = 0] = view;
  return x > right || x < left - height || y > top || y < bottom - height;
}

/** Returns a function that rotates a point clockwise by a multiple of 90 degrees. */
function turnBy(rotate: number): (x: number, y: number) => { x: number; y: number } {
  const quarter = (((Math.round(rotate / 90) % 4) + 4) % 4) as 0 | 1 | 2 | 3;
  return (x, y) =>
    [
      { x, y },
      { x: y, y: -x },
      { x: -x, y: -y },
      { x: -y, y: x },
    ][quarter] ?? { x, y };
}

function degrees(x: number, y: number): number {
  return Math.round((Math.atan2(y, x) * 180) / Math.PI);
}

/** Flags of annotations that are not shown: invisible, hidden, no view (ISO 32000-2, table 167). */
const NOT_SHOWN = 0b10_0011;
/** The flag of a text field for a password (ISO 32000-2, table 231). */
const PASSWORD = 1 << 13;

function isShown({ hidden, annotationFlags = 0 }: PdfJsAnnotation): boolean {
  return hidden !== true && (annotationFlags & NOT_SHOWN) === 0;
}

/** The lines of a form field, or of text added to the page as an annotation. */
function fieldTexts(annotation: PdfJsAnnotation, turn: ReturnType<typeof turnBy>): PdfText[] {
  const { subtype, rect, fieldType } = annotation;
  const isField = subtype === 'Widget';
  if (!rect || !(isField || subtype === 'FreeText')) return [];
  const value = isField ? fieldValue(annotation) : annotation.contentsObj?.str || annotation.textContent?.join('\n');
  const lines = (value ?? '').split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  const [one, other] = [turn(rect[0] ?? 0, rect[1] ?? 0), turn(rect[2] ?? 0, rect[3] ?? 0)];
  const x = Math.min(one.x, other.x);
  const top = Math.max(one.y, other.y);
  const height = Math.abs(one.y - other.y) / Math.max(1, lines.length);
  const size = Math.max(4, Math.min(height / 1.3, 11));
  const width = Math.abs(one.x - other.x);
  return lines.map((text, index) => ({
    text: text.trim(),
    x,
    y: top - height * (index + 0.5) - size * 0.35,
    // A mark fills its box; the text of a field rarely does.
    width: fieldType === 'Btn' ? width : Math.min(width, text.length * size * 0.5),
    size,
    angle: 0,
    kind: isField ? 'field' : 'text',
  }));
}

function fieldValue(field: PdfJsAnnotation): string | undefined {
  switch (field.fieldType) {
    case 'Tx': {
      if (((field.fieldFlags ?? 0) & PASSWORD) !== 0) return undefined;
      // The value as displayed, so that a number has its format.
      const displayText = field.textContent?.join('\n').trim();
      return displayText || (typeof field.fieldValue === 'string' ? field.fieldValue : undefined);
    }
    case 'Ch':
      return [field.fieldValue]
        .flat()
        .map((value) => optionText(field, value))
        .join(', ');
    case 'Btn':
      if (field.checkBox === true) return mark(field.fieldValue === field.exportValue);
      return field.radioButton === true ? mark(field.fieldValue === field.buttonValue) : undefined;
    default:
      return undefined;
  }
}

function optionText({ options = [] }: PdfJsAnnotation, value: unknown): string {
  const option = options.find(({ exportValue }) => exportValue === value);
  return option?.displayValue ?? (typeof value === 'string' ? value : '');
}

function mark(isOn: boolean): string {
  return isOn ? '[x]' : '[ ]';
}

/** Formats a reader's comment: a note, or a text attached to a markup annotation. */
function formatNote({ subtype, contentsObj, titleObj }: PdfJsAnnotation): string[] {
  const text = contentsObj?.str.trim() ?? '';
  if (text === '' || ['Widget', 'FreeText', 'Popup', 'Link'].includes(subtype ?? '')) return [];
  const author = titleObj?.str.trim() ?? '';
  return [author === '' ? `Note: ${text}` : `Note (${author}): ${text}`];
}
