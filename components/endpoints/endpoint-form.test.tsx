// @vitest-environment happy-dom
import { act } from 'react';
import { describe, expect, test } from 'vitest';
import { press, render } from '../../lib/testing/render-component.tsx';
import { EMPTY_ENDPOINT, type EndpointDraft, EndpointForm, type EndpointProblem } from './endpoint-form.tsx';

const SERVICE = { presetId: 'acme', name: 'Acme', baseUrl: 'https://api.acme.test/v1', isLocal: false };

async function form(initial: Partial<EndpointDraft> = {}) {
  const submitted: EndpointDraft[] = [];
  const saved: EndpointDraft[] = [];
  const view = (problem: EndpointProblem | null) => (
    <EndpointForm
      initial={{ ...EMPTY_ENDPOINT, ...initial }}
      choices={[SERVICE]}
      choiceOfKey={(key) => (key.startsWith('acme-') ? SERVICE : null)}
      validate={() => null}
      keyWarning={() => null}
      lastFour={null}
      submitLabel="Connect"
      problem={problem}
      isSigningIn={false}
      onSignIn={() => undefined}
      onSubmit={(draft) => submitted.push(draft)}
      onSaveAnyway={(draft) => saved.push(draft)}
      onCancel={null}
    />
  );
  const { host, rerender } = await render(view(null));
  const field = (label: string) => {
    const id = [...host.querySelectorAll('label')].find((each) => each.textContent === label)?.htmlFor;
    const input = id === undefined ? null : host.ownerDocument.getElementById(id);
    if (input === null) throw new Error(`There is no field “${label}”.`);
    return input as HTMLInputElement;
  };
  return { host, field, submitted, saved, fail: (problem: EndpointProblem) => rerender(view(problem)) };
}

async function type(input: HTMLInputElement, text: string): Promise<void> {
  const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set;
  await act(async () => {
    set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

const isFolded = (input: HTMLInputElement) => input.closest('details:not([open])') !== null;

describe('the form of an endpoint', () => {
  test('collapses name, models and interface, and the address of a known service', async () => {
    const { field } = await form();
    expect(['Name', 'Models', 'API type'].map((label) => isFolded(field(label)))).toEqual([true, true, true]);
    expect(isFolded(field('Base URL'))).toBe(false);
    await type(field('API key'), 'acme-1');
    expect(isFolded(field('Base URL'))).toBe(true);
    expect(field('Base URL').value).toBe(SERVICE.baseUrl);
  });

  test('marks a refused key at its field, keeps it selected, and removes the mark when it is changed', async () => {
    const { host, field, submitted, fail } = await form({ baseUrl: SERVICE.baseUrl, apiKey: 'wrong' });
    await press(host, 'Connect');
    expect(submitted).toMatchObject([{ apiKey: 'wrong' }]);
    await fail({ field: 'key', text: 'Refused.' });
    const key = field('API key');
    expect(host.ownerDocument.activeElement).toBe(key);
    expect([key.value, key.selectionStart, key.selectionEnd]).toEqual(['wrong', 0, 5]);
    expect(key.getAttribute('aria-invalid')).toBe('true');
    expect(host.querySelector('.field-error')?.textContent).toBe('Refused.');
    expect(host.querySelector('.form-error')).toBeNull();
    await type(key, 'right');
    expect(host.querySelector('.field-error')).toBeNull();
  });

  test('unfolds the name of the model when one is needed', async () => {
    const { host, field, fail } = await form({ baseUrl: SERVICE.baseUrl });
    await fail({ field: 'models', text: 'No list.' });
    expect(isFolded(field('Models'))).toBe(false);
    expect(host.querySelector('.field-error')?.textContent).toBe('No list.');
    expect(document.activeElement).toBe(field('Models'));
  });

  test('offers to save untested only after a problem', async () => {
    const { host, saved, fail } = await form({ baseUrl: SERVICE.baseUrl });
    expect(host.textContent).not.toContain('Save without connecting');
    await fail({ field: 'form', text: 'It is down.' });
    expect(document.activeElement?.textContent).toBe('It is down.');
    await press(host, 'Save without connecting');
    expect(saved).toMatchObject([{ baseUrl: SERVICE.baseUrl }]);
  });
});
