// @vitest-environment happy-dom
import { useRef } from 'react';
import { expect, test, vi } from 'vitest';
import { render } from '../../lib/testing/render-component.tsx';
import { FormField, useTextHeight } from './form-field.tsx';

async function describedBy(hint: string, error: string | null) {
  const { host } = await render(
    <FormField label="Steps" hint={hint} error={error}>
      {(control) => <input {...control} />}
    </FormField>,
  );
  const input = host.querySelector('input');
  expect(host.querySelector('label')?.htmlFor).toBe(input?.id);
  const ids = input?.getAttribute('aria-describedby')?.split(' ') ?? [];
  return { texts: ids.map((id) => document.getElementById(id)?.textContent), input };
}

test('a field is described by its hint and its error', async () => {
  const { texts, input } = await describedBy('1 to 100.', 'Enter a number.');
  expect(texts).toEqual(['1 to 100.', 'Enter a number.']);
  expect(input?.getAttribute('aria-invalid')).toBe('true');
});

test('a field without hint and error is neither described nor invalid', async () => {
  const { texts, input } = await describedBy('', null);
  expect(texts).toEqual([]);
  expect(input?.getAttribute('aria-invalid')).toBeNull();
});

test('a text that takes more lines in a narrower panel stays in view', async () => {
  function Field() {
    const field = useRef<HTMLTextAreaElement>(null);
    useTextHeight(field, 'text');
    return <textarea ref={field} defaultValue="text" />;
  }
  const height = vi.spyOn(HTMLTextAreaElement.prototype, 'scrollHeight', 'get').mockReturnValue(40);
  const { host } = await render(<Field />);
  expect(host.querySelector('textarea')?.style.height).toBe('40px');
  height.mockReturnValue(80);
  dispatchEvent(new Event('resize'));
  expect(host.querySelector('textarea')?.style.height).toBe('80px');
  height.mockRestore();
});
