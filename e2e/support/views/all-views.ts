import { chatViews } from './chat-views.ts';
import { listViews } from './list-views.ts';
import { questionViews } from './question-views.ts';
import type { View } from './scene.ts';
import { fullPageViews, settingsViews, troubleViews } from './settings-views.ts';

/** All views in sequence: each begins with the state in which the one before has ended. */
export const allViews: readonly View[] = [
  ...chatViews,
  ...questionViews,
  ...listViews,
  ...fullPageViews,
  ...settingsViews,
  ...troubleViews,
];
