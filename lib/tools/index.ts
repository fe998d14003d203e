import type { Tool } from '../protocol/tool.ts';
import { findInPage } from './find-in-page.ts';
import { listTabs } from './list-tabs.ts';
import { readPage } from './read-page.ts';
import { readSelection } from './read-selection.ts';
import { readTab } from './read-tab.ts';

/** Everything a model may call, in the order it is told of it. */
export const tools: Tool[] = [readPage, findInPage, readSelection, listTabs, readTab];
