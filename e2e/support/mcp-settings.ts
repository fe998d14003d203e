import { fillField } from './fill-field.ts';
import { openSettingsSection } from './settings-section.ts';
import type { Stage } from './stage.ts';

/** The settings of MCP servers, operated like a user. */
export type McpSettings = {
  add(server: { name: string; address: string; token?: string }): Promise<void>;
  button(label: string): Promise<void>;
  /** Turns a labeled checkbox on or off. */
  box(label: string): Promise<void>;
  /** Waits until the page shows this text. */
  shows(text: string): Promise<void>;
};

export function mcpSettings({ settings }: Stage): McpSettings {
  /** Uses the keyboard, since arriving data can move an element between determining its position and the click. */
  const press = async (xpath: string, key: 'Enter' | ' ') => {
    await settings.bringToFront();
    await settings.waitForFunction(focusOn, {}, xpath);
    await settings.keyboard.press(key);
  };
  const button = (label: string) => press(`//button[normalize-space()="${label}" and not(@disabled)]`, 'Enter');
  const fill = async (label: string, text: string) => {
    const id = await settings.$eval(
      `::-p-xpath(//form//label[normalize-space()="${label}"])`,
      (element) => (element as HTMLLabelElement).htmlFor,
    );
    await fillField(settings, `[id="${id}"]`, text);
  };
  return {
    button,
    async add({ name, address, token = '' }) {
      await settings.bringToFront();
      await openSettingsSection(settings, 'mcp');
      await settings.waitForSelector('form.mcp-form');
      await fill('Address', address);
      await fill('Name', name);
      await fill('Token', token);
      await button('Add MCP server');
    },
    box: (label) => press(`//label[normalize-space()="${label}"]//input[@type="checkbox"]`, ' '),
    async shows(text) {
      await settings.waitForFunction((wanted) => document.body.innerText.includes(wanted), {}, text);
    },
  };
}

/**
 * Runs in the page. Returns whether the element has the focus now: it may have been replaced by data that has just
 * arrived.
 */
function focusOn(xpath: string): boolean {
  const { singleNodeValue } = document.evaluate(xpath, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE, null);
  if (!(singleNodeValue instanceof HTMLElement)) return false;
  singleNodeValue.focus();
  return document.activeElement === singleNodeValue;
}
