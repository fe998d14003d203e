/** Red, green and blue from 0 to 255, alpha from 0 to 1. */
export type Colour = { red: number; green: number; blue: number; alpha: number };

export const white: Colour = { red: 255, green: 255, blue: 255, alpha: 1 };

/** A computed CSS colour, or null for a notation that browsers use for wide gamuts only and we do not read. */
export function parseColour(css: string): Colour | null {
  const numbers = /^(rgba?|color\(srgb)[(\s]/.exec(css);
  if (!numbers) return css === 'transparent' ? { red: 0, green: 0, blue: 0, alpha: 0 } : null;
  const scale = numbers[1] === 'color(srgb' ? 255 : 1;
  const [red, green, blue, alpha = 1] = (css.slice(numbers[0].length).match(/[\d.e+-]+/g) ?? []).map(Number);
  if (red === undefined || green === undefined || blue === undefined) return null;
  return { red: red * scale, green: green * scale, blue: blue * scale, alpha };
}

/** What is seen where `top` is painted on the opaque `bottom`. */
export function paintOver(bottom: Colour, top: Colour): Colour {
  const mix = (below: number, above: number) => below * (1 - top.alpha) + above * top.alpha;
  return {
    red: mix(bottom.red, top.red),
    green: mix(bottom.green, top.green),
    blue: mix(bottom.blue, top.blue),
    alpha: 1,
  };
}

/** Contrast ratio of two opaque colours, 1 to 21 (WCAG 2.2, relative luminance). */
export function contrast(one: Colour, other: Colour): number {
  const a = luminance(one);
  const b = luminance(other);
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance({ red, green, blue }: Colour): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
