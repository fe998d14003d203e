// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { FocusedField } from '../../lib/contracts/focused-field.ts';
import { control, render } from '../../lib/testing/render-component.tsx';
import { FieldCard, type FieldDraft } from './field-card.tsx';

const FIELD: FocusedField = {
  tabId: 7,
  frameId: 0,
  fieldId: 'f',
  label: 'Your message',
  host: 'a.test',
  isEmbedded: false,
  isMultiline: true,
  selected: '',
} as FocusedField;
const FOUND: FieldDraft = { text: 'Hello', state: 'found', field: FIELD, before: '', isProposal: false };

async function renderCard(draft: FieldDraft) {
  const nothing = () => undefined;
  const view = (shown: FieldDraft | null) => (
    <>
      <textarea />
      {shown && <FieldCard draft={shown} onWrite={nothing} onUndo={nothing} onRetry={nothing} onClose={nothing} />}
    </>
  );
  const { host, rerender } = await render(view(null));
  host.querySelector('textarea')?.focus();
  await rerender(view(draft));
  return { host, show: (next: FieldDraft | null) => rerender(view(next)) };
}

test('the card of a text for a field has the focus, and returns it when it is closed', async () => {
  const { host, show } = await renderCard(FOUND);
  expect(document.activeElement).toBe(host.querySelector('.field-card'));
  await show(null);
  expect(document.activeElement?.tagName).toBe('TEXTAREA');
});

test('the card keeps the focus when the button that had it is disabled and goes', async () => {
  const { host, show } = await renderCard(FOUND);
  const insert = control(host, 'Insert at cursor: Your message');
  insert.focus();
  await show({ ...FOUND, state: 'writing' });
  // Browsers do this with a disabled button, slightly later.
  insert.blur();
  await show({ text: 'Hello', state: 'written', field: FIELD, isReplaced: false });
  expect(document.activeElement).toBe(host.querySelector('.field-card'));
});

test.each([
  ['another site', 'ads.test', 'Field: Your message on ads.test', 'Insert at cursor: Your message (ads.test)'],
  [
    'no site',
    '',
    'Field: Your message on a frame without a site',
    'Insert at cursor: Your message (a frame without a site)',
  ],
])('a field in a frame of %s is named with it', async (_, site, sentence, button) => {
  const { host } = await renderCard({ ...FOUND, field: { ...FIELD, host: site, isEmbedded: true } });
  expect(host.textContent).toContain(sentence);
  expect(control(host, button)).toBeTruthy();
});
