import { awaitsAnimation } from './awaits-animation.ts';
import { toggleOf, togglesOf } from './collapsed.ts';
import type { Traits } from './traits.ts';
import type { View } from './view.ts';
import { least } from './visibility-thresholds.ts';

/**
 * Is this hidden element on its way to be seen: will a control that is seen open it, does it fade in when it is scrolled
 * to? Then what is to be said of it, and how to look at what is in it; else null.
 */
export function comingToSight(
  element: Element,
  { display, style }: Traits,
  view: View,
): { remark: string; view: View } | null {
  if (display === 'none') {
    view.toggles ??= togglesOf(element.ownerDocument);
    const name = toggleOf(element, view.toggles);
    return name === null ? null : { remark: `(collapsed: ${name})`, view: withoutLayout(view) };
  }
  const fades = view.hasLayout && Number(style.opacity) < least.opacity && awaitsAnimation(element, style, view.window);
  return fades ? { remark: '(fades in on scrolling)', view } : null;
}

/** Boxes of what is collapsed say nothing: there styles alone tell what would be seen. */
export function withoutLayout(view: View): View {
  return { ...view, hasLayout: false };
}
