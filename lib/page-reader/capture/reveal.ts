import { awaitsAnimation } from './awaits-animation.ts';
import { toggleOf, togglesOf } from './collapsed.ts';
import type { Traits } from './traits.ts';
import type { View } from './view.ts';
import { VISIBILITY_THRESHOLDS } from './visibility-thresholds.ts';

/**
 * For a hidden element that a visible control opens or that fades in on scrolling: the note to write and how to read its
 * content; else null.
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
  const fades =
    view.hasLayout &&
    Number(style.opacity) < VISIBILITY_THRESHOLDS.minOpacity &&
    awaitsAnimation(element, style, view.window);
  return fades ? { remark: '(fades in on scrolling)', view } : null;
}

/** Boxes of what is collapsed say nothing: there styles alone tell what would be seen. */
export function withoutLayout(view: View): View {
  return { ...view, hasLayout: false };
}
