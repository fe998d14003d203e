import { cleanText, oneLine } from '../../text/index.ts';
import {
  attribute,
  find,
  findAll,
  getChildren,
  getTagName,
  getTextContent,
  isElement,
  isRendered,
  measureBox,
} from '../dom/dom.ts';
import { isClippedAway } from './clipping.ts';
import { parseColour } from './contrast.ts';
import { texMarkdown } from './math.ts';
import { VISIBILITY_THRESHOLDS } from './visibility-thresholds.ts';

/** Attributes in which pages keep the address of a lazily loaded picture. */
const LAZY_SOURCES = ['data-src', 'data-original', 'data-lazy-src', 'data-url', 'srcset', 'data-srcset'];
const MAX_ADDRESS_LENGTH = 300;
/** Pictures of at least this size, in CSS pixels, are content and not decoration. */
const CONTENT_SIZE = { width: 200, height: 100 };
/** Pictures of formulas: MediaWiki, WordPress. */
const FORMULA = /(?:^|\s)(?:mwe-math-fallback-image-\w+|latex|tex)(?:\s|$)/;

/** A picture: its text, and its address if it is content. */
export type Picture = { alt: string; url: string | null };

/** Returns null for pictures without meaning, such as tracking pixels. */
export function readPicture(image: Element): Picture | null {
  if (['width', 'height'].some((name) => Number(attribute(image, name) ?? 100) <= 2)) return null;
  const alt = oneLine(attribute(image, 'alt') ?? '', 300);
  if (alt === '') return null;
  return { alt, url: isContent(image) ? findImageUrl(image) : null };
}

/** The formula in this picture, or ''. */
export function formulaInPicture(image: Element): string {
  return FORMULA.test(attribute(image, 'class') ?? '') ? texMarkdown(attribute(image, 'alt') ?? '', false) : '';
}

/** Whether a picture has not loaded yet. Only one browser gives such a picture a box, so its attributes decide. */
export function isAwaited(image: Element): boolean {
  const { naturalWidth, style } = image as HTMLImageElement;
  if (naturalWidth !== 0) return false;
  return ![style.width, style.height].some((length) => Number.parseFloat(length) <= 2);
}

function isContent(image: Element): boolean {
  const measure = (name: 'width' | 'height') => Number.parseFloat(attribute(image, name) ?? '0');
  const box = isAwaited(image) ? { width: measure('width'), height: measure('height') } : measureBox(image);
  if (box.width >= CONTENT_SIZE.width && box.height >= CONTENT_SIZE.height) return true;
  return Element.prototype.closest.call(image, 'figure, picture') !== null;
}

function findImageUrl(image: Element): string | null {
  const { currentSrc, src } = image as HTMLImageElement;
  const lazy = LAZY_SOURCES.map((name) => attribute(image, name)?.trim().split(/[\s,]/, 1)[0]);
  for (const candidate of [...lazy, currentSrc, src]) {
    if (!candidate || candidate.startsWith('data:')) continue;
    const url = URL.canParse(candidate, image.baseURI) ? new URL(candidate, image.baseURI).href : '';
    if (/^https?:/.test(url) && url.length <= MAX_ADDRESS_LENGTH) return url.replace(/[<>\s|()]/g, percent);
  }
  return null;
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16)}`;
}

/** Canvases smaller than this, in CSS pixels, are sparklines and spinners. */
const MIN_CANVAS_PX = 100;
/** Drawings smaller than this are icons, whose title is a tooltip and not content. CSS pixels. */
const MIN_TITLED_PX = 48;
const MAX_TEXT_LENGTH = 2000;

/** The note for a canvas with its fallback text, or '' for a small one. */
export function canvasNote(canvas: Element): string {
  const box = measureBox(canvas);
  if (box.width < MIN_CANVAS_PX || box.height < MIN_CANVAS_PX) return '';
  const size = `${Math.round(box.width)} × ${Math.round(box.height)} pixels`;
  const instead = oneLine(attribute(canvas, 'aria-label') || getTextContent(canvas), 2000);
  const fallbackNote = instead === '' ? '' : ` Given instead of it, not shown: ${instead}`;
  return `(A canvas of ${size} is drawn here: only a screenshot shows what is on it.${fallbackNote})`;
}

/**
 * The name of an SVG drawing, or ''. Small drawings are read if they are marked as pictures and `isAlone` in a cell, or
 * if they name a number.
 */
export function svgTitle(svg: Element, isAlone: boolean): string {
  const box = measureBox(svg);
  const label = attribute(svg, 'role') === 'img' ? oneLine(attribute(svg, 'aria-label') ?? '', 300) : '';
  if (label !== '' && (isAlone || /\d/.test(label))) return label;
  if (box.width < MIN_TITLED_PX || box.height < MIN_TITLED_PX) return '';
  const title = [...getChildren(svg)].find((child) => getTagName(child) === 'title');
  return oneLine(attribute(svg, 'aria-label') ?? (title ? cleanText(getTextContent(title)) : ''), 300);
}

/**
 * The visible words in an SVG drawing, in source order. Shapes behind them may have any colour, so only transparent
 * text counts as hidden.
 */
export function svgText(svg: Element, window: Window & typeof globalThis): string {
  // `switch` contains HTML text and the same text for programs that cannot render HTML.
  const texts = [...findAll(svg, 'text')].filter((text) => !text.closest('switch')?.querySelector('foreignObject'));
  if (texts.length === 0) return '';
  const frame = measureBox(svg);
  const visibleTexts = [...texts]
    .filter((text) => isDrawn(text, frame, window))
    .map((text) => oneLine(wordsOfText(text), 300));
  return visibleTexts
    .filter((text) => text !== '')
    .join(' ')
    .slice(0, MAX_TEXT_LENGTH);
}

/** The text of a `text` element. Parts with their own position are separate words. */
function wordsOfText(text: Element): string {
  const isPlaced = (part: Element) => ['x', 'y', 'dx', 'dy'].some((name) => attribute(part, name) !== null);
  const parts = [...getChildren(text)];
  if (!parts.some(isPlaced)) return getTextContent(text);
  return [...text.childNodes]
    .map((node) => (isElement(node) && isPlaced(node) ? ` ${getTextContent(node)}` : (node.textContent ?? '')))
    .join('');
}

/** The parts of a drawing that hold HTML, such as the labels of diagrams. */
export function htmlInDrawing(svg: Element): Element[] {
  const parts = find(svg, 'foreignObject') === null ? [] : [...findAll(svg, 'foreignObject')];
  return parts.filter((part) => isRendered(part) && !part.parentElement?.closest('foreignObject'));
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
  const box = measureBox(text);
  const isInside = box.right > frame.left && box.left < frame.right && box.bottom > frame.top && box.top < frame.bottom;
  return (
    (isFilled || style.stroke !== 'none') &&
    box.width >= VISIBILITY_THRESHOLDS.minWidthPx &&
    box.height >= VISIBILITY_THRESHOLDS.minLineHeightPx &&
    isInside
  );
}
