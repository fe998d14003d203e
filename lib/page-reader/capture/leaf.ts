import { type Field, fieldMarkdown } from '../dom/form-field.ts';
import type { CaptureRecorder } from './capture-recorder.ts';
import type { LeafType } from './element-role.ts';
import { mathMarkdown } from './math.ts';
import { canvasNote, formulaInPicture, pictureOf, svgText, svgTitle } from './picture.ts';
import { drawnMathMarkdown } from './tex-source.ts';

/** Writes an element that is read as a unit. */
export function writeLeaf(
  leaf: LeafType,
  element: Element,
  window: Window & typeof globalThis,
  writer: CaptureRecorder,
): void {
  switch (leaf) {
    case 'image': {
      const formula = formulaInPicture(element);
      const picture = formula === '' ? pictureOf(element) : null;
      writer.insert(formula);
      if (picture) writer.picture(picture);
      return;
    }
    case 'drawing': {
      const title = svgTitle(element);
      if (title !== '') writer.picture({ alt: title, url: null });
      writer.insertApart(svgText(element, window));
      return;
    }
    case 'canvas': {
      const markdown = canvasNote(element);
      if (markdown !== '') writer.place({ markdown, kind: 'note' });
      return;
    }
    case 'field':
      writer.insertApart(fieldMarkdown(element as Field));
      return;
    case 'math':
      writer.insert(mathMarkdown(element));
      return;
    case 'drawn-math':
      writer.insert(drawnMathMarkdown(element));
      return;
    default:
      leaf satisfies never;
  }
}
