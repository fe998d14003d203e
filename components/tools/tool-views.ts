import type { ToolView } from '../../lib/contracts/index.ts';
import { tools } from '../../lib/tools/index.ts';

/** A tool as pages know it. */
export type ShownTool = { name: string; view: ToolView };

/**
 * How calls of each tool are shown. In builds this module is replaced by its data (scripts/tool-views.ts), so that pages are not
 * made larger by the code of the tools.
 */
export const shownTools: readonly ShownTool[] = tools.flatMap(({ name, view }) => (view ? [{ name, view }] : []));
