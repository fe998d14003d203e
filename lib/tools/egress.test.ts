// @vitest-environment happy-dom
import '../testing/fake-browser.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import pageFacts from '../../entrypoints/page-facts.ts';
import pageForms from '../../entrypoints/page-forms.ts';
import pageReader from '../../entrypoints/page-reader.ts';
import pageSensitiveFields from '../../entrypoints/page-sensitive-fields.ts';
import pageTranscript from '../../entrypoints/page-transcript.ts';
import type { Behalf, Egress, OwnData, Tool, ToolContext, WebAccess } from '../contracts/index.ts';
import {
  backgroundTabs,
  createPageAccess,
  fetchHop,
  type PdfReader,
  searchInTab,
  sendFor,
} from '../extension/index.ts';
import { McpClient, McpSessions, mcpTools } from '../mcp/index.ts';
import { plainReading } from '../page-reader/document/index.ts';
import { pinnedPages } from '../security/index.ts';
import { buildReading } from '../testing/tools/memory-pages.ts';
import { askedBefore } from '../testing/tools/sample-pages.ts';
import { TOOL_INPUTS } from '../testing/tools/tool-inputs.ts';
import { searchEngine, searchWeb } from '../web/index.ts';
import { tools } from './index.ts';

/** Everything that was sent since the test began, by any way. */
const egress = new Set<Egress | 'name look-up' | 'beside'>();

// Requests made with `sendFor`, which names their purpose. A request that reaches the browser otherwise is recorded as
// `beside`.
let sending = 0;
vi.mock('../extension/send.ts', async (importActual) => {
  const actual = await importActual<typeof import('../extension/send.ts')>();
  const during = async <Result>(behalf: Behalf, send: () => Promise<Result>): Promise<Result> => {
    egress.add(behalf);
    sending += 1;
    try {
      return await send();
    } finally {
      sending -= 1;
    }
  };
  return {
    sendFor:
      (behalf: Behalf): typeof globalThis.fetch =>
      (...request) =>
        during(behalf, () => actual.sendFor(behalf)(...request)),
    sendInTab: (...request: Parameters<typeof actual.sendInTab>) =>
      during(request[1], () => actual.sendInTab(...request)),
  };
});

const PDF = '%PDF-1.7 Tides of the week.';
const HTML = `<main><h1>Tides</h1><p>Gulls, and a bit of sand.</p><a href="https://page.test/table.pdf">Table</a>
  <table><tr><th>Day<th>Time</tr><tr><td>Monday<td>7:12</tr></table><form><input aria-label="Place"></form>
  <video><track kind="captions" src="https://page.test/captions.vtt" default></video></main>`;

/** Pages in the tab of the question. */
const PAGES: Record<string, { url: string; contentType: string; html: string }> = {
  'a page': { url: 'https://page.test/tides', contentType: 'text/html', html: HTML },
  'a PDF': { url: 'https://page.test/tides.pdf', contentType: 'application/pdf', html: '' },
  'a drawn document': { url: 'https://docs.google.com/document/d/abc123/edit', contentType: 'text/html', html: '' },
};

beforeEach(() => {
  egress.clear();
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    if (sending === 0) egress.add(String(input).endsWith('.vtt') ? 'captions' : 'beside');
    return new Response(String(input).includes('pdf') ? PDF : 'WEBVTT\n\n00:01.000 --> 00:02.000\nGulls.');
  });
  for (const name of ['XMLHttpRequest', 'WebSocket', 'EventSource', 'Image'])
    vi.stubGlobal(
      name,
      class {
        constructor() {
          egress.add('beside');
        }
      },
    );
  Object.assign(navigator, { sendBeacon: () => egress.add('beside') });
  vi.spyOn(fakeBrowser.tabs, 'create').mockImplementation(async () => {
    egress.add('tab');
    return { id: 9 } as never;
  });
  Object.assign(browser, {
    dns: { resolve: async () => egress.add('name look-up') },
    search: { query: async () => egress.add('tab') },
    webRequest: undefined,
  });
  Object.assign(fakeBrowser.permissions, { contains: async () => true });
});
afterEach(() => vi.restoreAllMocks());

/** Loads a page into the tab of the question. Injected scripts run there unchanged. */
function show({ url, contentType, html }: (typeof PAGES)[string]): void {
  (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(url);
  document.body.innerHTML = html;
  vi.spyOn(Document.prototype, 'contentType', 'get').mockReturnValue(contentType);
  const tab = { id: 1, windowId: 1, active: true, status: 'complete', url, title: 'Tides' };
  vi.spyOn(fakeBrowser.tabs, 'get').mockImplementation(async (id) => ({ ...tab, id }) as never);
  vi.spyOn(fakeBrowser.tabs, 'query').mockResolvedValue([tab] as never);
  vi.spyOn(fakeBrowser.tabs, 'update').mockResolvedValue(tab as never);
  Object.assign(fakeBrowser.tabs, { captureVisibleTab: async () => 'data:image/png;base64,AA==' });
  const scripts: Record<string, { main(): unknown }> = {
    '/page-reader.js': pageReader,
    '/site-reader.js': pageReader,
    '/page-facts.js': pageFacts,
    '/page-forms.js': pageForms,
    '/page-transcript.js': pageTranscript,
    '/page-sensitive-fields.js': pageSensitiveFields,
  } as never;
  type Injection = { files?: string[]; func?: (...args: unknown[]) => unknown; args?: unknown[] };
  Object.assign(browser, {
    scripting: {
      async executeScript({ files, func, args = [] }: Injection) {
        const result = files ? await scripts[files[0] ?? '']?.main() : await func?.(...args);
        return [{ frameId: 0, result }];
      },
    },
  });
}

const reader: Pick<PdfReader, 'read' | 'readHtml'> = {
  read: async ({ url }) => ({ ...buildReading('PDF', 'Gulls.'), url, pdfPages: 1 }),
  readHtml: async (_html, url) => ({ ...buildReading('Page', 'Gulls.'), url }),
};

/** The web as the worker creates it: with an engine, in a tab, and pages with and without a tab. */
function webAccess(hasEngine: boolean, read: ToolContext['page']['read']): WebAccess {
  const engine = searchEngine('brave');
  const setup = { address: 'https://engine.test', key: 'key', searchId: '' };
  const extractResults = () => [{ title: 'Gulls', url: 'https://found.test/', snippet: '', date: '' }];
  return {
    searchAddress: async () => 'https://engine.test',
    search: (query, signal, besideTabId) =>
      hasEngine
        ? searchWeb(engine, query, setup, { fetch: sendFor('search'), signal })
        : searchInTab(query.query, { read, extractResults, signal, besideTabId }),
    mayOpen: async () => true,
    async open({ url }, signal) {
      await fetchHop(url, signal);
      return { ...plainReading({ url, contentType: 'text/plain', bytes: new Uint8Array(), print: '' }), title: 'Page' };
    },
    async openInTab({ address }, signal) {
      await backgroundTabs.open(address, null);
      return read(9, signal);
    },
  };
}

const ownData = {
  chatTexts: async () => [],
  hasPermission: async () => true,
  savedPages: async () => [{ title: 'Gulls', url: 'https://saved.test/', at: null, folder: '' }],
} as unknown as OwnData;

function context(tab: NonNullable<ToolContext['web']>['tab'], hasEngine: boolean): ToolContext {
  const sites = new Set(Object.values(PAGES).map(({ url }) => new URL(url).origin));
  const page = pinnedPages(
    createPageAccess(reader as PdfReader, async () => undefined),
    { sites },
  );
  const access = webAccess(hasEngine, page.read);
  return {
    signal: new AbortController().signal,
    answer: { threadId: 't', runId: 'r' },
    question: 'What of the gulls?',
    contextWindow: null,
    page,
    tabId: 1,
    form: null,
    web: { access, typed: new Set(), within: null, tab },
    own: ownData,
    elicit: null,
  };
}

/** Asks for approval and runs, like the engine. A call that fails has still sent its requests. */
async function call(tool: Tool, input: unknown, toolContext: ToolContext): Promise<void> {
  try {
    await askedBefore(tool, input, toolContext);
    await tool.effects?.preview?.(input, toolContext);
    await tool.effects?.sendsTo?.(input, toolContext);
    await tool.effects?.source?.definitionChange(toolContext);
    const run = tool.execute(input, toolContext);
    while (!(await run.next()).done);
  } catch {
    // Read the remaining responses.
  }
}

/** A tool of an MCP server. */
function mcpTool(): Tool {
  const definition = {
    name: 'look_up',
    description: 'Looks it up.',
    inputSchema: { type: 'object' },
    isReadOnly: true,
  };
  const server = {
    serverId: 's',
    name: 'Server',
    url: 'https://mcp.test/',
    isOn: true,
    isTrustedToRead: true,
    tools: [{ name: 'look_up', isOn: true, listed: definition, allowed: definition }],
  };
  const sessions = new McpSessions({
    connect: async () => ({
      client: new McpClient({
        url: server.url,
        headers: {},
        fetch: sendFor('mcp'),
        hasForms: false,
        clientVersion: '1',
      }),
      secrets: [],
      toPicture: async () => {
        throw new Error('No picture.');
      },
    }),
    saveListed: async () => undefined,
    saveOffers: async () => undefined,
    allow: async () => undefined,
    now: () => 0,
  } as never);
  const [tool] = mcpTools([server as never], sessions, []);
  if (tool === undefined) throw new Error('The server has no tool.');
  return tool;
}

describe('what can be sent by a call of', () => {
  test.each([...tools.map((tool) => [tool.name, () => tool] as const), ['a tool of an MCP server', mcpTool] as const])(
    '%s is what its egress names, and all of that',
    async (_, make) => {
      const tool = make();
      const key = tool.effects?.source === undefined ? tool.name : 'look_up';
      // Throws for a tool that needs other arguments. See tool-inputs.ts.
      const inputs = (TOOL_INPUTS[key] ?? [{}]).map((input) => tool.inputSchema.parse(input));
      const approvedTab = { address: 'https://page.test/other', origins: ['https://page.test'] };
      for (const page of Object.values(PAGES)) {
        show(page);
        for (const input of inputs)
          for (const [tab, hasEngine] of [[null, true] as const, [approvedTab, false] as const])
            await call(tool, input, context(tab, hasEngine));
      }
      expect([...egress].sort()).toEqual([...(tool.effects?.egress ?? [])].sort());
    },
  );
});
