import { cleanText, oneLine } from '../dom/clean-text.ts';
import { attribute, boxOf, childrenOf, isRendered, tagOf, textOf } from '../dom/dom.ts';
import { isClippedAway } from './clipping.ts';
import { parseColour } from './contrast.ts';
import { VISIBILITY_THRESHOLDS } from './visibility-thresholds.ts';

/** Smaller canvases, in CSS pixels, are sparklines and spinners. */
const minCanvasPx = 100;
/** Smaller drawings are icons, whose title is a tooltip and not content. */
const minTitledPx = 48;
const maxTextLength = 2000;

/** The note for a canvas with its fallback text, or '' for a small one. */
export function canvasNote(canvas: Element): string {
  const box = boxOf(canvas);
  if (box.width < minCanvasPx || box.height < minCanvasPx) return '';
  const size = `${Math.round(box.width)} × ${Math.round(box.height)} pixels`;
  const instead = oneLine(attribute(canvas, 'aria-label') || textOf(canvas), 2000);
  const offered = instead === '' ? '' : ` Given instead of it, not shown: ${instead}`;
  return `(A canvas of ${size} is drawn here: only a screenshot shows what is on it.${offered})`;
}

/** The name of a drawing in SVG, or ''. */
export function svgTitle(svg: Element): string {
  const box = boxOf(svg);
  if (box.width < minTitledPx || box.height < minTitledPx) return '';
  const title = [...childrenOf(svg)].find((child) => tagOf(child) === 'title');
  return oneLine(attribute(svg, 'aria-label') ?? (title ? cleanText(textOf(title)) : ''), 300);
}

/**
 * The visible words in an SVG drawing, in source order. Shapes behind them may have any colour, so only transparent text counts
 * as hidden.
 */
export function svgText(svg: Element, window: Window & typeof globalThis): string {
  const texts = Element.prototype.querySelectorAll.call(svg, 'text');
  if (texts.length === 0) return '';
  const frame = boxOf(svg);
  const seen = [...texts].filter((text) => isDrawn(text, frame, window)).map((text) => oneLine(textOf(text), 300));
  return seen
    .filter((text) => text !== '')
    .join(' ')
    .slice(0, maxTextLength);
}

function isDrawn(text: Element, frame: DOMRect, window: Window & typeof globalThis): boolean {
  if (!isRendered(text)) return false;
  const style = window.getComputedStyle(text);
  if (
    Number(style.opacity) < VISIBILITY_THRESHOLDS.minOpacity ||
    Number(style.fillOpacity) < VISIBILITY_THRESHOLDS.minOpacity ||
    isClippedAway(style, false, () => true)
  )
    return false;
  const isFilled = style.fill !== 'none' && (parseColour(style.fill)?.alpha ?? 1) > VISIBILITY_THRESHOLDS.minOpacity;
  const box = boxOf(text);
  const isInside = box.right > frame.left && box.left < frame.right && box.bottom > frame.top && box.top < frame.bottom;
  return (
    (isFilled || style.stroke !== 'none') &&
    box.width >= VISIBILITY_THRESHOLDS.minWidthPx &&
    box.height >= VISIBILITY_THRESHOLDS.minLineHeightPx &&
    isInside
  );
}
