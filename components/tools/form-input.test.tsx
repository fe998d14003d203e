// @vitest-environment happy-dom
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { FieldKind, FieldValue, ProposedField } from '../../lib/contracts/index.ts';
import { enterText, render } from '../../lib/testing/render-component.tsx';
import { buildForm } from '../../lib/testing/tools/memory-pages.ts';
import { FormInput } from './form-input.tsx';

async function renderInput(kind: FieldKind, initial: FieldValue, isMultiple = false) {
  const [field] = buildForm('Order', [{ label: 'Depth', kind }]).fields as [ProposedField['field']];
  const proposed: ProposedField = { field, value: initial, isMultiple, origin: { type: 'user' } };
  const values: FieldValue[] = [];
  function Host() {
    const [value, setValue] = useState(initial);
    const onChange = (next: FieldValue) => {
      values.push(next);
      setValue(next);
    };
    return <FormInput id="a" noteId="b" proposed={proposed} value={value} onChange={onChange} />;
  }
  const { host } = await render(<Host />);
  return { input: host.querySelector('input, textarea') as HTMLInputElement, values };
}

test('a second line can be typed into a list', async () => {
  const { input, values } = await renderInput('text', ['Lemon'], true);
  await enterText(input, 'Lemon\n');
  expect(input.value).toBe('Lemon\n');
  await enterText(input, 'Lemon\nFig');
  expect(values).toEqual([['Lemon'], ['Lemon', 'Fig']]);
});

test('a number with zeros after the point can be typed', async () => {
  const { input, values } = await renderInput('number', '');
  for (const text of ['0', '0.0', '0.05']) {
    await enterText(input, text);
    expect(input.value).toBe(text);
  }
  expect(values).toEqual([0, 0, 0.05]);
});

test('the note below a field describes it', async () => {
  expect((await renderInput('text', 'Lemon')).input.getAttribute('aria-describedby')).toBe('b');
});
