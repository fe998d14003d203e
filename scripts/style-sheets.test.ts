import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const SHEETS = ['components', 'entrypoints'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .map((file) => path.join(folder, file)),
);

/** Physical declarations, which would not follow the writing direction, although CSS has logical ones that do. */
const PHYSICAL = [
  /^(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)\b/,
  /^(?:left|right)\s*:/,
  /^border-(?:top|bottom)-(?:left|right)-radius\b/,
  /^(?:text-align|float|clear)\s*:\s*(?:left|right)\b/,
];

/** Whether a value for all four sides differs between left and right. */
function isLopsided(declaration: string): boolean {
  const [, name, value = ''] = /^(margin|padding|inset|border-radius)\s*:\s*(.*)$/.exec(declaration) ?? [];
  // Removes nested functions, innermost first.
  const sides = value
    .replace(/\([^()]*\)/g, '')
    .replace(/\([^()]*\)/g, '')
    .split(/\s+/);
  if (name === 'border-radius') return sides.length > 1;
  return sides.length === 4 && sides[1] !== sides[3];
}

function physicalIn(css: string): string[] {
  const declarations = css.split(/[;{}\n]/).map((each) => each.trim());
  return declarations.filter((each) => PHYSICAL.some((pattern) => pattern.test(each)) || isLopsided(each));
}

test.each([
  'margin-left: 4px;',
  'left: 0;',
  'text-align: right;',
  'margin: 0 0 0 4px;',
  'padding: 1px 2px 3px calc(1px + var(--x));',
  'border-radius: 4px 0 0 4px;',
  'border-top-left-radius: 2px;',
])('notices %s', (declaration) => {
  expect(physicalIn(`a { ${declaration} }`)).toHaveLength(1);
});

test.each(SHEETS)('%s uses logical directions', (file) => {
  expect(physicalIn(readFileSync(file, 'utf8'))).toEqual([]);
});

test.each(SHEETS)('text sizes in %s are relative', (file) => {
  expect(readFileSync(file, 'utf8')).not.toMatch(/\bfont(?:-size)?:[^;]*\dpx/);
});

/**
 * Whether a sheet takes the ring from what has the focus: shadows of others would, and "none" also where browsers draw
 * in colors of their own.
 */
function takesFocusRing(css: string): boolean {
  return /\boutline(?:-style|-width)?\s*:\s*(?:none|0)\b/.test(css) || /:focus[^{]*\{[^}]*\bbox-shadow/.test(css);
}

test.each(['input { outline: none; }', 'a:focus-visible { box-shadow: none; }', 'b { outline-width: 0 }'])(
  'notices %s',
  (css) => {
    expect(takesFocusRing(css)).toBe(true);
  },
);

test.each(SHEETS)('%s leaves the ring around what has the focus', (file) => {
  expect(takesFocusRing(readFileSync(file, 'utf8'))).toBe(false);
});
