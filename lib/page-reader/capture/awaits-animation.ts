import { boxOf } from '../dom/dom.ts';

/**
 * Whether this is transparent only until it is scrolled to. Many pages fade their sections in: without this, a page that was
 * not scrolled yet would read as nearly empty. It has to lie in the flow of the page and below the fold, and to be about to
 * move or fade. `style` is the computed style of an element with an opacity of nearly 0.
 */
export function awaitsAnimation(element: Element, style: CSSStyleDeclaration, window: Window): boolean {
  if (style.visibility !== 'visible' || (style.position !== 'static' && style.position !== 'relative')) return false;
  const fades = /(?:^|,\s*)(?:all|opacity)/.test(style.transitionProperty) && /[1-9]/.test(style.transitionDuration);
  const moves = style.transform !== 'none' || style.translate !== 'none' || style.scale !== 'none';
  const isAnimated = style.animationName !== 'none' || /opacity/.test(style.willChange);
  if (!fades && !moves && !isAnimated) return false;
  const box = boxOf(element);
  return box.top >= window.innerHeight && box.width > 100 && box.height > 10 && box.left < window.innerWidth;
}
