import type { Plugin } from 'vite';
import { shownTools } from '../components/tools/tool-views.ts';

/**
 * Replaces the module that extracts the views of tools from their definitions by its data, so that pages contain no
 * code of tools.
 */
export function toolViews(): Plugin {
  return {
    name: 'tool-views',
    load: (id) =>
      /[\\/]components[\\/]tools[\\/]tool-views\.ts$/.test(id)
        ? `export const shownTools = ${JSON.stringify(shownTools)};`
        : null,
  };
}
