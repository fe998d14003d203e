import type { Page } from 'puppeteer-core';
import { expect } from 'vitest';
import type { FieldValue, TabForm } from '../../lib/contracts/index.ts';
import { planFilling } from '../../scripts/fill-plan.ts';
import type { Reader } from '../../scripts/reader.ts';
import type { LibraryCase } from './library-forms.ts';

/**
 * Makes the extension list the forms of the open page and fill in the last one, and compares the results with the
 * expectations.
 */
export async function tryForm(reader: Reader, page: Page, expected: LibraryCase): Promise<void> {
  const { form, values } = await planForm(reader, expected.values);
  const { title, submitLabel, schema } = form.form;
  for (const [key, property] of Object.entries(expected.schema)) {
    if (property === null) expect(Object.keys(schema.properties)).not.toContain(key);
    else expect(schema.properties).toMatchObject({ [key]: property });
  }
  if (expected.title !== undefined) expect(title).toBe(expected.title);
  if (expected.submit !== undefined) expect(submitLabel).toBe(expected.submit);

  const reply = await reader.ask({ fill: { form, values } });
  if (reply.type !== 'outcome' || reply.outcome?.type !== 'filled') throw new Error(JSON.stringify(reply));
  const results = reply.outcome.fields.map((field): [string, string] => [
    field.key,
    field.status === 'refused' ? field.reason : field.status,
  ]);
  expect({ held: await readHeld(page), results }).toMatchObject({ held: expected.held });
  if (expected.results) expect(Object.fromEntries(results)).toMatchObject(expected.results);
  else expect(results.filter(([, status]) => status !== 'set')).toEqual([]);
  expect(await page.evaluate(() => Reflect.get(globalThis, 'submitted') ?? false)).toBe(false);
}

/** The last form of the open page, as the extension lists it, and the values by its keys. */
export async function planForm(
  reader: Reader,
  named: LibraryCase['values'],
): Promise<{ form: TabForm; values: Record<string, FieldValue> }> {
  const listed = await reader.ask({ forms: true });
  if (listed.type !== 'forms') throw new Error(JSON.stringify(listed));
  const form = listed.forms.at(-1);
  if (form === undefined) throw new Error('There is no form.');
  const [plan] = planFilling({ [form.form.name]: named as Record<string, FieldValue> }, 'form', [form]);
  return { form, values: plan?.entries ?? {} };
}

/** Opens a page with a form. */
export function openForm(reader: Reader, html: string): Promise<Page> {
  const bytes = { body: Buffer.from(html), contentType: 'text/html; charset=utf-8', url: null };
  return reader.show({ name: 'form', file: '', wait: 50 }, { bytes });
}

/** Opens a form made with a library. `origin`: where `e2e/forms` is served. */
export async function openLibraryForm(reader: Reader, origin: string, name: string): Promise<Page> {
  const page = await reader.visit(`${origin}/?${name}`);
  await page.waitForFunction(() => document.title === 'Ready');
  return page;
}

/** The values of the fields according to the page itself. */
export function readHeld(page: Page): Promise<object> {
  return page.evaluate(() => {
    const own = globalThis as unknown as { held?(): object; heldToo?(): object; inside?: ShadowRoot };
    const inside = [...(own.inside?.querySelectorAll('input') ?? [])].map((input) => [`#${input.id}`, input.value]);
    return { ...own.held?.(), ...own.heldToo?.(), ...Object.fromEntries(inside) };
  });
}
