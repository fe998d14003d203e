import * as z from 'zod';
import { defineTool, label, type TabInfo } from '../contracts/index.ts';
import { cutOutsideSecrets } from '../security/index.ts';
import { READ_ONLY_ANNOTATIONS } from './page-tool.ts';

const MAX_TABS = 200;

export const listTabs = defineTool({
  name: 'list_tabs',
  title: 'List tabs',
  description: 'Lists open tabs with the id that read_tab needs.\nOnly tabs the user has given access to are listed.',
  inputSchema: z.strictObject({}),
  annotations: READ_ONLY_ANNOTATIONS,
  view: {
    category: 'own-data',
    icon: 'panels-top-left',
    labels: [{ phrase: 'toolTabs' }],
  },
  offer: { reads: { type: 'other-tabs', rank: 2 }, askedFor: 'tabs' },
  async *execute(_input, { page }) {
    yield { label: label('progressTabs') };
    const tabs = await page.list();
    return { content: tabList(tabs), details: { tabs: tabs.length } };
  },
});

function tabList(tabs: readonly TabInfo[]): string {
  if (tabs.length === 0) return 'No tab is listed: the user has not given access to any page yet.';
  const lines = tabs.slice(0, MAX_TABS).map(({ tabId, title, url, active }) => {
    return `- tab_id ${tabId}: ${cutOutsideSecrets(title, 150)} (${cutOutsideSecrets(url, 500)})${active ? ', in front' : ''}`;
  });
  const rest = tabs.length > MAX_TABS ? `\n…and ${tabs.length - MAX_TABS} more.` : '';
  return `${lines.join('\n')}${rest}\n\nOnly tabs the user gave access to are listed.`;
}
