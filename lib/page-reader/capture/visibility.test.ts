// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { readVisibleMarkdown } from '../../testing/page-reader/visible-markdown.ts';

/**
 * Cases that need boxes (off-screen, zero size, covered) are tested in a real browser, because happy-dom has no layout.
 */
test.each([
  'display:none',
  'visibility:hidden',
  'opacity:0',
  'opacity:.01',
  'font-size:0px',
  'font-size:1px',
  'text-indent:-9999px',
  'position:absolute;clip:rect(0,0,0,0)',
  'clip-path:inset(100%)',
  'filter:opacity(0)',
  'content-visibility:hidden',
  'letter-spacing:-20px',
  'color:rgb(255, 255, 255);text-shadow:rgb(255, 255, 255) 0px 0px 0px',
])('omits text with %s', (style) => {
  expect(readVisibleMarkdown(`<p>Seen</p><div style="${style}">UNSEEN</div>`)).toBe('Seen');
});

test('lets a visible child out of a hidden parent', () => {
  const html = '<div style="visibility:hidden">UNSEEN <span style="visibility:visible">Seen</span></div>';
  expect(readVisibleMarkdown(html)).toBe('Seen');
});

test('reads text that differs only in hue', () => {
  const red = '<p style="color:rgb(215, 40, 40)">Red on green</p>';
  expect(readVisibleMarkdown('<p style="color:rgb(255, 255, 0)">Yellow on white</p>')).toBe('Yellow on white');
  expect(readVisibleMarkdown(`<div style="background-color:rgb(0, 128, 0)">${red}</div>`)).toBe('Red on green');
});

test('multiplies opacities', () => {
  expect(
    readVisibleMarkdown('<div style="opacity:.2"><p style="opacity:.2">UNSEEN</p><p style="opacity:.5">Seen</p></div>'),
  ).toBe('Seen');
});

test('reads text that only assistive technology should skip', () => {
  expect(readVisibleMarkdown('<p aria-hidden="true">Seen</p><p inert>Also seen</p>')).toBe('Seen\n\nAlso seen');
});

test('does not treat a document without layout as empty', () => {
  expect(document.body.getBoundingClientRect().width).toBe(0);
  expect(readVisibleMarkdown('<p>Seen</p>')).toBe('Seen');
});
