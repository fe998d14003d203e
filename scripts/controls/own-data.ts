import type { Control } from './control.ts';

/** Which of the user's own data is searched. */
export const OWN_DATA_CONTROLS: readonly Control[] = [
  {
    promise: 3,
    name: 'sites that the user is asked about, or never sends, are not searched among the tabs',
    file: 'lib/security/own-data-policy.ts',
    source: "return policySite(url) !== null && policyFor(url, sites) === 'send';",
    without: 'return policySite(url) !== null && sites !== null;',
    test: {
      file: 'lib/extension/open-pages.test.ts',
      name: 'sites that the user wants to be asked about, or never sends, are not read',
    },
  },
  {
    promise: 3,
    name: 'a tab that has moved to such a site is not searched',
    file: 'lib/extension/open-pages.ts',
    source: ' || !isSearchable(document.url, sites)',
    without: '',
    test: {
      file: 'lib/extension/open-pages.test.ts',
      name: 'a tab that has moved to such a site since it was listed is not read',
    },
  },
  {
    promise: 3,
    name: 'password and payment fields are looked for in all frames',
    file: 'lib/extension/sensitive-fields.ts',
    source: 'target: { tabId, allFrames: true },',
    without: 'target: { tabId },',
    test: {
      file: 'lib/extension/sensitive-fields.test.ts',
      name: 'a password or payment field is looked for in all frames',
    },
  },
  {
    promise: 3,
    name: 'a page with a password field is not searched among the tabs',
    file: 'lib/extension/open-pages.ts',
    source: 'return isSensitive ? null : { tab, tabId, document };',
    without: 'return { tab, tabId, document };',
    test: {
      file: 'lib/extension/open-pages.test.ts',
      name: 'pages with a password field, documents that would be fetched, and tabs of private windows are left out',
    },
  },
  {
    promise: 3,
    name: 'a search in all tabs wakes none',
    file: 'lib/extension/open-pages.ts',
    source: "status === 'complete' && !discarded &&",
    without: '',
    test: {
      file: 'lib/extension/open-pages.test.ts',
      name: 'loaded tabs are read, those used last first, and the number of the others is told',
    },
  },
  {
    promise: 3,
    name: 'a search in all tabs gives nothing of pages that the user withholds',
    file: 'lib/security/pinned-pages.ts',
    source: 'search.pages.filter(({ tabId, url }) => !rules.isWithheld(tabId, url))',
    without: 'search.pages',
    test: {
      file: 'lib/security/security.test.ts',
      name: 'are searched without those that the user withholds',
    },
  },
  {
    promise: 3,
    name: 'no tabs are searched if no pages are sent',
    file: 'lib/security/pinned-pages.ts',
    source: 'return this.#pinned.withheld.all;',
    without: 'return false;',
    test: {
      file: 'lib/tools/search-tabs.test.ts',
      name: 'finds nothing if the user sends no pages',
    },
  },
  {
    promise: 3,
    name: 'a tab that was found is read only while it shows the site that was found',
    file: 'lib/security/pinned-pages.ts',
    source: "(siteByTab.get(tabId) ?? '') === parseOrigin(url)",
    without: 'siteByTab.has(tabId)',
    test: {
      file: 'lib/security/security.test.ts',
      name: 'include a tab that a search found, while it shows that site, and nothing else of the site',
    },
  },
  {
    promise: 2,
    name: 'every tab with a passage counts as read',
    file: 'lib/security/provenance.ts',
    source: "if (call.toolName === 'search_tabs') return foundTabs(call).map((tab) => getOriginOrUrl(tab.url));",
    without: "if (call.toolName === 'search_tabs') return [];",
    test: {
      file: 'lib/tools/search-tabs.test.ts',
      name: 'makes every tab with a passage a source of what follows',
    },
  },
  {
    promise: 8,
    name: 'all tabs are searched only if the user asked for that or switched it on',
    file: 'lib/tools/search-tabs.ts',
    source: "  effects: { optIn: { type: 'own-data', kind: 'tabs' } },\n",
    without: '',
    test: {
      file: 'lib/tools/search-tabs.test.ts',
      name: 'is neither offered nor run if the user neither asked for it nor switched it on',
    },
  },
  {
    promise: 6,
    name: 'bookmarks and history wait for the permission of the browser',
    file: 'lib/tools/search-saved-pages.ts',
    source: "      needs: () => ({ type: 'browser-permission', permission: from, reason: asking }),\n",
    without: '',
    test: {
      file: 'lib/tools/search-saved-pages.test.ts',
      name: 'asks for the permission of the browser first, and goes on once it is granted',
    },
  },
  {
    promise: 6,
    name: 'a permission counts as approved only if the browser has granted it',
    file: 'lib/security/approval/judge-answers.ts',
    source: ' || !(await ownData.hasPermission(request.permission))',
    without: '',
    test: {
      file: 'lib/worker/approvals.test.ts',
      name: 'counts as approved once the browser grants it, and stays asked for until then',
    },
  },
  {
    promise: 3,
    name: 'sites that are kept back are not found in bookmarks or history',
    file: 'lib/extension/saved-pages.ts',
    source: ' && isSearchable(url, sites)',
    without: '',
    test: {
      file: 'lib/extension/saved-pages.test.ts',
      name: 'bookmarks are found in all folders, newest first, without scripts and sites that are kept back',
    },
  },
  {
    promise: 8,
    name: 'bookmarks and history are searched only if the user asked for that or switched it on',
    file: 'lib/tools/search-saved-pages.ts',
    source: "      optIn: { type: 'own-data', kind: from },\n",
    without: '',
    test: {
      file: 'lib/tools/search-saved-pages.test.ts',
      name: 'is neither offered nor run if the user neither asked for it nor switched it on',
    },
  },
  {
    promise: 8,
    name: 'saved pages and links are opened only if the web is on',
    file: 'lib/tools/web-search.ts',
    source: 'if (web === null) return [];',
    without: "if (web === null) return pages.map(({ url }) => ({ toolName: 'open_page', input: { url } }));",
    test: { file: 'lib/tools/search-saved-pages.test.ts', name: 'opens nothing if the web is off' },
  },
  {
    promise: 3,
    name: 'the files of a project count as read',
    file: 'lib/security/provenance.ts',
    source: `part.state === 'available' ? [sourceOfContext(part)] : []`,
    without: `part.state === 'available' && part.source.type === 'tab' ? [sourceOfContext(part)] : []`,
    test: {
      file: 'lib/tools/project-files.test.ts',
      name: 'are untrusted: they are data, and count as a source of everything after them',
    },
  },
  {
    promise: 8,
    name: 'links in the files of a project are not opened without asking',
    file: 'lib/security/web-policy.ts',
    source: "part.state === 'available' && part.source.type === 'tab'",
    without: "part.state === 'available'",
    test: {
      file: 'lib/security/web-policy.test.ts',
      name: 'is asked for if it stands in a file of the project, and not on a page',
    },
  },
  {
    promise: 8,
    name: 'an imported project switches nothing on',
    file: 'lib/storage/project-export.ts',
    source: '    web: false,\n    ownData: false,\n',
    without: '',
    test: {
      file: 'lib/storage/project-export.test.ts',
      name: 'comes in elsewhere with files and chats, and switches nothing on',
    },
  },
  {
    promise: 3,
    name: 'a system prompt of a settings file is off until it is chosen',
    file: 'lib/storage/settings-file.ts',
    source: 'await saveEndpoint(db, withChosen(endpoint, chosenIds));',
    without: 'await saveEndpoint(db, endpoint);',
    test: {
      file: 'lib/storage/settings-file.test.ts',
      name: 'system prompts, headers and fields of a file, and what it sends of pages and PDFs, stay out until they are chosen',
    },
  },
  {
    promise: 3,
    name: 'no prompt of a settings file takes the name of a built-in one',
    file: 'lib/storage/settings-file.ts',
    source: 'if (!builtIn.has(foldedName(prompt.name))) return prompt;',
    without: 'if (builtIn.size > 0) return prompt;',
    test: {
      file: 'lib/storage/settings-file.test.ts',
      name: 'no prompt of a file takes the name of a built-in one, however it is written',
    },
  },
  {
    promise: 2,
    name: 'of saved pages none is opened by itself that may act when it is opened',
    file: 'lib/tools/search-saved-pages.ts',
    source: 'results.filter(({ url }) => !mayAct(url))',
    without: 'results.filter(({ url }) => mayAct(url) || url)',
    test: {
      file: 'lib/tools/search-saved-pages.test.ts',
      name: 'does not open by itself what may act when it is opened, nor lets the model: https://list.test/tides/confirm/a8Kd93mQx7Lw02Zp',
    },
  },
  {
    promise: 2,
    name: 'an act in the path of a saved page, with an id behind it, counts as one that may act',
    file: 'lib/tools/search-saved-pages.ts',
    source: 'if (isActOnId || ',
    without: 'if (',
    test: {
      file: 'lib/tools/search-saved-pages.test.ts',
      name: 'does not open by itself what may act when it is opened, nor lets the model: https://list.test/tides/unsubscribe/8837462',
    },
  },
];
