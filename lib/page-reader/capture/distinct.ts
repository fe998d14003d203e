import { hasBackdrop } from './backdrop.ts';
import { type Colour, channelGap, coloursIn, contrast, paintOver, parseColour, white } from './contrast.ts';
import { boxOfText } from './place.ts';
import type { View } from './view.ts';
import { VISIBILITY_THRESHOLDS } from './visibility-thresholds.ts';

/** Does text with this computed style stand out from what is behind it? `background` is null where that is unknown. */
export function isDistinct(
  element: Element,
  style: CSSStyleDeclaration,
  background: Colour | null,
  view: View,
  text: Text,
): boolean {
  const css = style.webkitTextFillColor || style.color;
  if (differsFrom(background, css, view)) return true;
  if (coloursIn(style.textShadow ?? '').some((shadow) => differsFrom(background, shadow, view))) return true;
  if (Number.parseFloat(style.webkitTextStrokeWidth || '0') > 0) return true;
  return hasBackdrop(element, view.hasLayout ? boxOfText(text) : null, parseColour(css) ?? white, view);
}

function differsFrom(background: Colour | null, css: string, { distinct }: View): boolean {
  const known = distinct.get(background)?.get(css);
  if (known !== undefined) return known;
  const differs = isSetOff(parseColour(css), background);
  distinct.set(background, (distinct.get(background) ?? new Map<string, boolean>()).set(css, differs));
  return differs;
}

function isSetOff(colour: Colour | null, behind: Colour | null): boolean {
  if (colour === null) return true;
  if (behind === null) return colour.alpha >= VISIBILITY_THRESHOLDS.minOpacity;
  const painted = paintOver(behind, colour);
  return (
    contrast(painted, behind) >= VISIBILITY_THRESHOLDS.minContrast ||
    channelGap(painted, behind) >= VISIBILITY_THRESHOLDS.minChannelGap
  );
}
