import type { Tool } from '../contracts/index.ts';
import { callPageTool } from './call-page-tool.ts';
import { capturePage } from './capture-page.ts';
import { exportPageData } from './export-page-data.ts';
import { fillForm } from './fill-form.ts';
import { findInPage } from './find-in-page.ts';
import { listForms } from './list-forms.ts';
import { listLinks } from './list-links.ts';
import { listPageTools } from './list-page-tools.ts';
import { listTabs } from './list-tabs.ts';
import { openPage } from './open-page.ts';
import { pageInfo } from './page-info.ts';
import { readPage } from './read-page.ts';
import { readPdf } from './read-pdf.ts';
import { readSection } from './read-section.ts';
import { readSelection } from './read-selection.ts';
import { readTab } from './read-tab.ts';
import { readTable } from './read-table.ts';
import { readTranscript } from './read-transcript.ts';
import { searchChats } from './search-chats.ts';
import { searchBookmarks, searchHistory } from './search-saved-pages.ts';
import { searchTabs } from './search-tabs.ts';
import { webSearch } from './web-search.ts';

/** All tools, in the order in which they are offered. */
export const tools: Tool[] = [
  readPage,
  findInPage,
  readSelection,
  readSection,
  listLinks,
  readTable,
  readPdf,
  readTranscript,
  exportPageData,
  capturePage,
  pageInfo,
  listForms,
  fillForm,
  listPageTools,
  callPageTool,
  listTabs,
  readTab,
  searchChats,
  searchTabs,
  searchBookmarks,
  searchHistory,
  webSearch,
  openPage,
];

export { readProjectFiles, readTabContext } from './read-context.ts';
