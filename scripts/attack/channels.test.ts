import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CHANNELS } from './channels.ts';

const SECURITY = readFileSync('SECURITY.md', 'utf8');

describe('what an answer can reveal through what a model may do without asking', () => {
  test.each(CHANNELS)('$name: at most $bound bits, as SECURITY.md says', async ({ name, to, bound, bits }) => {
    const measured = await bits();
    expect(measured).toBeLessThanOrEqual(bound);
    // A bound far above the measured value would hide a growing leak.
    expect(measured).toBeGreaterThan(bound * 0.8);
    expect(SECURITY).toContain(`| ${name} | ${to} | ${bound.toLocaleString('en')} |`);
  });
});
