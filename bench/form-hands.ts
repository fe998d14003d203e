import { setTimeout } from 'node:timers/promises';
import type { ElementHandle, Page } from 'puppeteer-core';
import type { FieldValue, FormField } from '../lib/contracts/index.ts';
import type { PageAgent } from './form-peer.ts';

/** One way of operating a page. Each method throws if the element cannot be operated. */
export type Hand = {
  click(element: ElementHandle): Promise<void>;
  type(element: ElementHandle, text: string): Promise<void>;
  select(element: ElementHandle, options: readonly string[]): Promise<void>;
};

/** Trusted events of the test driver, and its own way of setting native controls that cannot be typed into. */
export const DRIVER: Hand = {
  click: (element) => element.click(),
  async type(element, text) {
    await element.asLocator().fill(text);
    await element.press('Tab');
  },
  async select(element, options) {
    const values = await element.evaluate(
      (each, wanted) =>
        [...(each as HTMLSelectElement).options]
          .filter(({ label, text }) => wanted.includes(label) || wanted.includes(text.trim()))
          .map(({ value }) => value),
      options,
    );
    await element.select(...values);
  },
};

/** `script`: `form-peer.ts`, bundled. */
export function createPageAgentHand(script: string): Hand {
  const act =
    (action: keyof PageAgent) =>
    async (element: ElementHandle, text = ''): Promise<void> => {
      const realm = await element.frame.evaluateHandle(() => globalThis);
      if (!(await realm.evaluate((own) => 'pageAgent' in own))) await element.frame.evaluate(script);
      await element.evaluate(
        (each, name, value) => (globalThis as unknown as { pageAgent: PageAgent }).pageAgent[name](each, value),
        action,
        text,
      );
    };
  const select = act('select');
  return {
    click: act('click'),
    type: act('type'),
    async select(element, options) {
      for (const option of options) await select(element, option);
    },
  };
}

/** Milliseconds that a page gets after each action, much less than a model takes for its next one. */
const REACTION_MS = 200;

/**
 * Fills in fields like an agent whose model makes no mistake: it knows the element of each field and how the field is
 * operated. Calendars are typed into, or their day is clicked if it is shown.
 */
export async function fillByHand(
  page: Page,
  hand: Hand,
  fields: readonly FormField[],
  values: Readonly<Record<string, FieldValue>>,
): Promise<void> {
  for (const [key, value] of Object.entries(values)) {
    const field = fields.find((each) => each.key === key);
    if (field === undefined) throw new Error(`There is no field ${key}.`);
    await fillField(page, hand, field, value);
    await setTimeout(REACTION_MS);
  }
}

async function fillField(page: Page, hand: Hand, field: FormField, value: FieldValue): Promise<void> {
  const wanted = (Array.isArray(value) ? value : [value]).map((each) => matchOption(field, String(each)));
  switch (field.kind) {
    case 'checkbox': {
      const box = await findElement(page, field);
      if ((await isChosen(box)) !== (value === true)) await hand.click(await findClickable(box));
      return;
    }
    case 'radios':
    case 'checkboxes':
      for (const [index, option] of (field.options ?? []).entries()) {
        const box = (await findOfGroup(page, field, index)) ?? (await findOption(page, option));
        const isWanted = wanted.includes(option);
        if ((await isChosen(box)) === isWanted || (!isWanted && field.kind === 'radios')) continue;
        await hand.click(await findClickable(box));
      }
      return;
    case 'select':
      // Options in groups are listed with the names of these.
      return hand.select(
        await findElement(page, field),
        wanted.map((option) => option.split(' > ').at(-1) ?? option),
      );
    case 'listbox':
      for (const option of field.options ?? []) {
        const item = await findOption(page, option);
        if ((await isChosen(item)) !== wanted.includes(option)) await hand.click(item);
      }
      return;
    case 'combobox':
    case 'calendar': {
      const box = await findElement(page, field);
      for (const option of wanted) {
        if (await box.evaluate((each) => each.localName === 'input' && !(each as HTMLInputElement).readOnly))
          await hand.type(box, option);
        else await hand.click(box);
        await setTimeout(REACTION_MS);
        const shown = await findOption(page, option).catch(() => null);
        if (shown !== null) await hand.click(shown);
      }
      return;
    }
    default:
      return hand.type(await findElement(page, field), wanted.join(', '));
  }
}

/** The option that the value means, which need not have the same case. */
function matchOption({ options }: FormField, value: string): string {
  return options?.find((option) => option.toLowerCase() === value.toLowerCase()) ?? value;
}

/** By its `id`, its `name`, or its accessible name. */
async function findElement(page: Page, { label, fingerprint }: FormField): Promise<ElementHandle> {
  const [name = '', id = ''] = fingerprint.attributes.split(' ');
  const selectors = [
    ...(id === '' ? [] : [`pierce/[id="${id}"]`]),
    ...(name === '' ? [] : [`pierce/[name="${name}"]`]),
    ...(label === '' ? [] : [`aria/${label}`]),
  ];
  return findFirst(page, selectors, label);
}

/** The option at this place among the native boxes of one name. */
async function findOfGroup(page: Page, { fingerprint }: FormField, index: number): Promise<ElementHandle | undefined> {
  const [name = ''] = fingerprint.attributes.split(' ');
  return name === '' ? undefined : (await page.$$(`pierce/input[name="${name}"]`))[index];
}

/** What is visible and called like the option. */
function findOption(page: Page, option: string): Promise<ElementHandle> {
  const roles = ['option', 'radio', 'checkbox', 'menuitemradio', 'gridcell', 'button'];
  return findFirst(page, [...roles.map((role) => `aria/${option}[role="${role}"]`), `text/${option}`], option);
}

async function findFirst(page: Page, selectors: readonly string[], what: string): Promise<ElementHandle> {
  for (const selector of selectors)
    for (const frame of page.frames()) {
      const found = await frame.$$(selector).catch(() => []);
      for (const each of found) if (found.length === 1 || (await each.isVisible())) return each;
    }
  throw new Error(`Nothing is called ${what}.`);
}

/** A box that is only drawn by its label is clicked there. */
async function findClickable(box: ElementHandle): Promise<ElementHandle> {
  const label = await box.evaluateHandle((each) => {
    const { width, height } = each.getBoundingClientRect();
    const isDrawn = each.checkVisibility({ opacityProperty: true }) && width * height > 4;
    return isDrawn ? each : ((each as HTMLInputElement).labels?.[0] ?? each);
  });
  return label.asElement() as ElementHandle;
}

function isChosen(element: ElementHandle): Promise<boolean> {
  return element.evaluate((each) => {
    if (each instanceof HTMLInputElement) return each.checked;
    return [each.ariaChecked, each.ariaSelected, each.ariaPressed].includes('true');
  });
}
