// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { readVisibleMarkdown } from '../../testing/page-reader/visible-markdown.ts';

test('shows the typed value with its visible label', () => {
  const html = '<label for="e">E-mail *</label><input id="e" type="email" value="default@x.org">';
  readVisibleMarkdown(html);
  const input = document.querySelector('input');
  if (input) input.value = 'typed@x.org';
  expect(readVisibleMarkdown()).toBe('E-mail * [E-mail: typed@x.org]');
});

test('shows ticks, choices and texts', () => {
  const html = `<label><input type="radio" checked> Pro</label><p><select><option>Chile</option><option selected>Norway</option></select></p>
    <textarea>a note</textarea><p><input type="submit" value="Send"></p>`;
  expect(readVisibleMarkdown(html)).toBe('(x) Pro\n\n[Norway]\n\n[a note]\n\nSend');
});

test.each([
  '<input type="password" value="SECRET">',
  '<input type="hidden" value="SECRET">',
  '<input autocomplete="one-time-code" value="SECRET">',
  '<input autocomplete="cc-number" value="SECRET">',
  '<input autocomplete="shipping cc-csc" value="SECRET">',
  '<input type="text" name="user_password" value="SECRET">',
  '<input type="tel" id="cvv" value="SECRET">',
  '<input placeholder="Card number" value="SECRET">',
  '<textarea autocomplete="current-password">SECRET</textarea>',
])('does not read %s', (html) => {
  expect(readVisibleMarkdown(`<p>Before</p>${html}`)).toBe('Before');
});

test('does not read invisible labels or placeholders', () => {
  expect(readVisibleMarkdown('<input aria-label="UNSEEN" placeholder="UNSEEN" value="tea">')).toBe('[tea]');
});

test('shows the name of a choice whose label shows a colour, and of no other', () => {
  const choice = (name: string, label = '') => `<label><input type="radio" aria-label="${name}">${label}</label>`;
  expect(readVisibleMarkdown(choice('Rust') + choice('Sand', ' Beige'))).toBe('( ) Rust ( ) Beige');
  expect(readVisibleMarkdown('<label title="Green"><input type="checkbox" checked></label>')).toBe('[x] Green');
  expect(readVisibleMarkdown('<input type="checkbox" aria-label="UNSEEN">')).toBe('[ ]');
});
