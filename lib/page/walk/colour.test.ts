import { expect, it } from 'vitest';
import { contrast, paintOver, parseColour, white } from './colour.ts';

it('reads what browsers compute', () => {
  expect(parseColour('rgb(1, 2, 3)')).toEqual({ red: 1, green: 2, blue: 3, alpha: 1 });
  expect(parseColour('rgba(1, 2, 3, 0.5)')).toEqual({ red: 1, green: 2, blue: 3, alpha: 0.5 });
  expect(parseColour('color(srgb 1 0 0 / 0.5)')).toEqual({ red: 255, green: 0, blue: 0, alpha: 0.5 });
  expect(parseColour('oklch(0.7 0.1 200)')).toBeNull();
});

it('measures contrast as WCAG does', () => {
  const black = { red: 0, green: 0, blue: 0, alpha: 1 };
  expect(contrast(white, black)).toBeCloseTo(21);
  expect(contrast(white, white)).toBe(1);
  expect(contrast(paintOver(white, { ...black, alpha: 0 }), white)).toBe(1);
});
