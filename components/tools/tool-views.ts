import type { ToolView } from '../../lib/contracts/index.ts';
import { tools } from '../../lib/tools/index.ts';

/** A tool as known to extension pages. */
export type ShownTool = { name: string; view: ToolView };

/**
 * How calls of each tool are shown. Builds replace this module with its data (scripts/tool-views.ts), so that pages do
 * not include the code of the tools.
 */
export const shownTools: readonly ShownTool[] = tools.flatMap(({ name, view }) => (view ? [{ name, view }] : []));
