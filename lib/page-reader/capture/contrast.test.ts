import { expect, test } from 'vitest';
import { channelGap, coloursIn, contrast, paintOver, parseColour, WHITE } from './contrast.ts';

test('reads what browsers compute', () => {
  expect(parseColour('rgb(1, 2, 3)')).toEqual({ red: 1, green: 2, blue: 3, alpha: 1 });
  expect(parseColour('rgba(1, 2, 3, 0.5)')).toEqual({ red: 1, green: 2, blue: 3, alpha: 0.5 });
  expect(parseColour('color(srgb 1 0 0 / 0.5)')).toEqual({ red: 255, green: 0, blue: 0, alpha: 0.5 });
  expect(parseColour('color(xyz 0.7 0.1 0.2)')).toBeNull();
});

/** The expected values are what Chromium paints. */
test.each([
  ['oklch(1 0 0)', [255, 255, 255], 1],
  ['oklch(0.628 0.2577 29.23)', [255, 0, 0], 1],
  ['oklch(0.5 none none / 0.25)', [99, 99, 99], 0.25],
  ['oklab(0.452 -0.032 -0.312)', [2, 0, 255], 1],
  ['lab(100 0 0)', [255, 255, 255], 1],
  ['lab(46.28 -47.55 48.59)', [0, 128, 0], 1],
  ['lch(29.57 68.3 301.38)', [77, 49, 163], 1],
  ['color(srgb-linear 0.2 0.2 0.2)', [124, 124, 124], 1],
  ['color(display-p3 1 1 1)', [255, 255, 255], 1],
])('reads %s', (css, channels, alpha) => {
  const colour = parseColour(css);
  const near = [colour?.red, colour?.green, colour?.blue].map((channel, at) =>
    Math.abs((channel ?? -99) - (channels[at] ?? 0)),
  );
  expect(Math.max(...near), `${css} is ${JSON.stringify(colour)}`).toBeLessThan(2);
  expect(colour?.alpha).toBe(alpha);
});

test('finds the colours in a gradient and in a shadow', () => {
  expect(coloursIn('linear-gradient(rgb(255, 255, 255), oklch(1 0 0) 50%)')).toEqual([
    'rgb(255, 255, 255)',
    'oklch(1 0 0)',
  ]);
  expect(coloursIn('none')).toEqual([]);
});

test('measures contrast as WCAG does', () => {
  const black = { red: 0, green: 0, blue: 0, alpha: 1 };
  expect(contrast(WHITE, black)).toBeCloseTo(21);
  expect(contrast(WHITE, WHITE)).toBe(1);
  expect(contrast(paintOver(WHITE, { ...black, alpha: 0 }), WHITE)).toBe(1);
});

test('distinguishes colours of equal lightness', () => {
  const yellow = { ...WHITE, blue: 0 };
  expect(contrast(yellow, WHITE)).toBeLessThan(1.1);
  expect(channelGap(yellow, WHITE)).toBe(255);
  expect(channelGap(WHITE, WHITE)).toBe(0);
});
