import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BROWSERS } from './support/browsers.ts';

const OUT = 'out/start';
const { DISPLAY: _, WAYLAND_DISPLAY: __, ...WITHOUT_DISPLAY } = process.env;

describe.each(BROWSERS)('npm start without a display, in %s', (browser) => {
  test('asks about the sample article, and writes the transcript and a screenshot', () => {
    rmSync(OUT, { recursive: true, force: true });
    const printed = execFileSync('node', ['scripts/start.ts', browser], { encoding: 'utf8', env: WITHOUT_DISPLAY });
    const transcript = readFileSync(`${OUT}/transcript.txt`, 'utf8');
    expect(printed).toContain(transcript.trim());
    expect(transcript).toContain('most coasts pass through two high waters in every lunar day');
    // The practice model only quotes the page, so nothing else can be checked.
    expect(transcript).toMatch(/(\d+) of \1 facts found on the page/);
    expect(transcript).not.toContain('not found');
    expect(readFileSync(`${OUT}/screenshot.png`).subarray(1, 4).toString()).toBe('PNG');
  });
});
