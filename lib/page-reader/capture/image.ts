import { oneLine } from '../dom/clean-text.ts';
import { attribute, boxOf } from '../dom/dom.ts';
import { texMarkdown } from './math.ts';

/** Attributes in which pages keep the address of a picture that is loaded on scrolling. */
const lazySources = ['data-src', 'data-original', 'data-lazy-src', 'data-url', 'srcset', 'data-srcset'];
const maxAddressLength = 300;
/** Pictures of at least this size, in CSS pixels, are content and not decoration. */
const contentSize = { width: 200, height: 100 };
/** Pictures of formulas: MediaWiki, WordPress. */
const formula = /(?:^|\s)(?:mwe-math-fallback-image-\w+|latex|tex)(?:\s|$)/;

/** A picture: its text, and its address if it is content. */
export type Picture = { alt: string; url: string | null };

/** Returns null for pictures without meaning, such as tracking pixels. */
export function pictureOf(image: Element): Picture | null {
  if (['width', 'height'].some((name) => Number(attribute(image, name) ?? 100) <= 2)) return null;
  const alt = oneLine(attribute(image, 'alt') ?? '', 300);
  if (alt === '') return null;
  return { alt, url: isContent(image) ? addressOf(image) : null };
}

/** The formula in this picture, or ''. */
export function formulaInPicture(image: Element): string {
  return formula.test(attribute(image, 'class') ?? '') ? texMarkdown(attribute(image, 'alt') ?? '', false) : '';
}

/** A picture that has not loaded has a box in one browser and none in the other; then its attributes decide. */
export function isAwaited(image: Element): boolean {
  const { naturalWidth, style } = image as HTMLImageElement;
  if (naturalWidth !== 0) return false;
  return [style.width, style.height].every((length) => length === '' || Number.parseFloat(length) > 2);
}

function isContent(image: Element): boolean {
  const measure = (name: 'width' | 'height') => Number.parseFloat(attribute(image, name) ?? '0');
  const box = isAwaited(image) ? { width: measure('width'), height: measure('height') } : boxOf(image);
  if (box.width >= contentSize.width && box.height >= contentSize.height) return true;
  return Element.prototype.closest.call(image, 'figure, picture') !== null;
}

function addressOf(image: Element): string | null {
  const { currentSrc, src } = image as HTMLImageElement;
  const lazy = lazySources.map((name) => attribute(image, name)?.trim().split(/[\s,]/, 1)[0]);
  for (const candidate of [...lazy, currentSrc, src]) {
    if (!candidate || candidate.startsWith('data:')) continue;
    const url = URL.canParse(candidate, image.baseURI) ? new URL(candidate, image.baseURI).href : '';
    if (/^https?:/.test(url) && url.length <= maxAddressLength) return url.replace(/[<>\s|()]/g, percent);
  }
  return null;
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16)}`;
}
