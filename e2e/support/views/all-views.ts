import type { Page } from 'puppeteer-core';
import { chatViews } from './chat-views.ts';
import { listViews } from './list-views.ts';
import { mcpViews } from './mcp-views.ts';
import { memoryViews } from './memory-views.ts';
import { pageViews } from './page-views.ts';
import { projectViews } from './project-views.ts';
import { questionViews } from './question-views.ts';
import type { Scene, View } from './scene.ts';
import { failureViews, fullPageViews, settingsViews } from './settings-views.ts';
import { webViews } from './web-views.ts';

/** All views, in an order in which few must be shown twice. The last ones leave nothing to show. */
export const allViews: readonly View[] = [
  ...chatViews,
  ...questionViews,
  ...pageViews,
  ...webViews,
  ...listViews,
  ...memoryViews,
  ...projectViews,
  ...fullPageViews,
  ...settingsViews,
  ...mcpViews,
  ...failureViews,
];

/** Shows a view after the views on which it depends, so that it can also be shown alone. */
export async function showView(scene: Scene, { name, needs = 'welcome', after, show }: View): Promise<Page> {
  const isReached = after === undefined ? needs === null || scene.shown.includes(needs) : scene.shown.at(-1) === after;
  if (!isReached) {
    await showView(scene, viewNamed(after ?? needs));
    scene.release();
  }
  const page = await show(scene);
  scene.shown.push(name);
  return page;
}

function viewNamed(name: string | null): View {
  const view = allViews.find((each) => each.name === name);
  if (view === undefined) throw new Error(`There is no view ${name}.`);
  return view;
}
