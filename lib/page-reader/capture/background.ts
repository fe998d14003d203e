import { type Colour, coloursIn, paintOver, parseColour, white } from './contrast.ts';

/** The colour that an element with this computed style leaves behind its text, or null where it cannot be known. */
export function backgroundUnder(style: CSSStyleDeclaration, outer: Colour | null): Colour | null {
  const image = style.backgroundImage;
  const isPlain = image === 'none' || image === '';
  const css = isPlain ? style.backgroundColor : onlyColourOf(image, style);
  if (css === null) return null;
  if (css === '' || css === 'rgba(0, 0, 0, 0)' || css === 'transparent') return outer;
  const colour = parseColour(css);
  if (colour === null || (outer === null && colour.alpha < 1)) return null;
  return paintOver(outer ?? white, colour);
}

/** Of a gradient from an opaque colour to the same over all of the box, else null. */
function onlyColourOf(image: string, style: CSSStyleDeclaration): string | null {
  const [first, ...others] = image.includes('url(') ? [] : coloursIn(image);
  const isWhole = style.backgroundSize.startsWith('auto') && style.backgroundClip !== 'text';
  if (first === undefined || !isWhole || parseColour(first)?.alpha !== 1) return null;
  return others.every((other) => other === first) ? first : null;
}
