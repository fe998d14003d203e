import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'puppeteer-core';
import { shownMessages } from '../../e2e/support/translated-texts.ts';
import { waitUntil } from '../wait-until.ts';

const DOCS_IMAGES = path.resolve('docs/images');

/**
 * The views that the docs show, and the names of their pictures. `beside-a-page`, which shows a whole window, is taken
 * by `npm start`.
 */
export const DOCS_PICTURES: Readonly<Record<string, readonly string[]>> = {
  answer: ['answer'],
  'answer-rich': ['rich'],
  approval: ['approval'],
  error: ['error'],
};

const PANEL = { width: 360, height: 720 };

/** Takes the pictures of a view, and writes the messages that it shows beside each, as a JSON file of the same name. */
export async function shootForDocs(view: Page, name: string): Promise<void> {
  await view.bringToFront();
  await view.setViewport(PANEL);
  await view.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: 'light' },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);
  await settled(view);
  for (const picture of DOCS_PICTURES[name] ?? []) {
    await view.screenshot({ path: path.join(DOCS_IMAGES, `${picture}.png`) as `${string}.png` });
    const messages = `${JSON.stringify(await shownMessages(view), null, 2)}\n`;
    writeFileSync(path.join(DOCS_IMAGES, `${picture}.json`), messages);
    console.log(`docs/images/${picture}.png`);
  }
}

/** Waits until the texts no longer change, since some appear below an answer after it. */
async function settled(view: Page): Promise<void> {
  const read = () => view.evaluate(() => document.body.innerText);
  let before = '';
  await waitUntil(async () => {
    const text = await read();
    const isSame = text === before;
    before = text;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return isSame;
  }, 'The texts of the view go on changing.');
}
