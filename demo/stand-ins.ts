// Replaces what the extension API and the browser do for the extension, inside one tab of a plain web page. The
// documents of the demo share the `DemoHub` of the page around them. Each has its own `browser`, so that copies of
// values are made where they are used.
import { createTabDatabases } from './tab-databases.ts';

/** The only tab: the sample article. */
const TAB_ID = 1;
const WINDOW_ID = 1;
const EXTENSION_ID = 'sidenote-demo';
/** Addresses of extension pages, which the page around the panel opens. */
const EXTENSION_ORIGIN = `chrome-extension://${EXTENSION_ID}`;

/** A message from the page around the panel: a feature is missing here, or a server does not answer web pages. */
export type DemoNote = { type: 'needs-extension' } | { type: 'server-refused'; host: string };

/** Functions of the page around the panel. `open` gets the path of an extension page. */
export type DemoShell = { showArticle(): void; open(path: string): void; say(note: DemoNote): void };

export type Catalogue = Readonly<
  Record<string, { message: string; placeholders?: Record<string, { content: string }> }>
>;

/** A window with the global variables that scripts use. */
type Scripted = Window & typeof globalThis;

/**
 * The document with the article, in which the worker also runs. `runFile` runs an injected script of the extension
 * there.
 */
export type ArticleDocument = { window: Scripted; runFile(file: string): Promise<unknown> };

type Changes = Record<string, { oldValue?: unknown; newValue?: unknown }>;
type SendResponse = (reply: unknown) => void;

/** An event of the extension API. */
class ApiEvent<Args extends unknown[]> {
  readonly #listeners = new Set<(...args: Args) => unknown>();

  readonly addListener = (listener: (...args: Args) => unknown) => void this.#listeners.add(listener);
  readonly removeListener = (listener: (...args: Args) => unknown) => void this.#listeners.delete(listener);
  readonly hasListener = (listener: (...args: Args) => unknown) => this.#listeners.has(listener);

  emit(...args: Args): void {
    for (const listener of [...this.#listeners]) listener(...args);
  }
}

const AREAS = ['local', 'session'] as const;
type AreaName = (typeof AREAS)[number];

/** What the documents of one demo tab share. None of it outlives the tab. */
export class DemoHub {
  /** Names the databases of this tab. */
  readonly id = crypto.randomUUID();
  /** Values as JSON. */
  readonly stored = { local: new Map<string, string>(), session: new Map<string, string>() };
  readonly onStored = { local: new ApiEvent<[Changes]>(), session: new ApiEvent<[Changes]>() };
  readonly onMessage = new ApiEvent<[unknown, object, SendResponse]>();
  readonly onConnect = new ApiEvent<[DemoPort]>();
  /** Match patterns of sites that the user allowed. */
  readonly granted = new Set<string>();
  readonly onGranted = new ApiEvent<[]>();
  readonly onWithdrawn = new ApiEvent<[]>();
  readonly article = Promise.withResolvers<ArticleDocument>();
  /** Resolves once the worker is listening. */
  readonly worker = Promise.withResolvers<void>();
  readonly shell: DemoShell;
  readonly catalogue: Promise<Catalogue>;

  constructor(shell: DemoShell, catalogue: Promise<Catalogue>) {
    this.shell = shell;
    this.catalogue = catalogue;
  }
}

type Scope = { sidenoteDemo?: DemoHub };

/** The hub of the page around this document. */
export function parentHub(): DemoHub {
  const { sidenoteDemo } = parent as Scope;
  if (sidenoteDemo === undefined) throw new Error('This page is a part of the demo: open index.html.');
  return sidenoteDemo;
}

/**
 * Replaces the extension API in this document, before any other module of the extension is loaded. `page`: its path in
 * the extension.
 */
export async function installStandIns(hub: DemoHub, page: string): Promise<void> {
  (globalThis as Scope).sidenoteDemo = hub;
  const browser = createBrowser(hub, page, await hub.catalogue);
  Object.assign(globalThis, { browser, chrome: browser });
  Object.defineProperty(globalThis, 'indexedDB', { value: createTabDatabases(hub.id), configurable: true });
  // Extensions are not prompted for this, but a web page would be. There is nothing to keep.
  navigator.storage.persist = async () => false;
  openExtensionPagesBy(hub);
}

function createBrowser(hub: DemoHub, page: string, catalogue: Catalogue) {
  const storage = Object.fromEntries(AREAS.map((name) => [name, createArea(hub, name)]));
  return {
    runtime: createRuntime(hub, page),
    storage: { ...storage, managed: { get: async () => POLICY }, onChanged: new ApiEvent() },
    tabs: createTabs(hub),
    scripting: createScripting(hub),
    permissions: createPermissions(hub),
    i18n: { getUILanguage: () => navigator.language, getMessage: (name: string) => readMessage(catalogue, name) },
    extension: { inIncognitoContext: false, getViews: () => [] },
    windows: { getCurrent: async () => ({ id: WINDOW_ID }), update: async () => undefined },
    action: { onClicked: new ApiEvent() },
    alarms: { create: async () => undefined, clear: async () => true, onAlarm: new ApiEvent() },
    // A web page cannot remove its own Origin header.
    declarativeNetRequest: { getSessionRules: async () => [], updateSessionRules: async () => undefined },
    offscreen: {
      async hasDocument() {
        hub.shell.say({ type: 'needs-extension' });
        throw new Error('This page has no hidden documents.');
      },
    },
  };
}

/** Hides what this page cannot run, like an organization's policy. */
const POLICY = { disabledFeatures: ['gguf-models'] };

/** Reads a message from a catalogue like a browser. */
function readMessage(catalogue: Catalogue, name: string): string {
  const entry = catalogue[name];
  return (entry?.message ?? '').replace(
    /\$(\w+)\$/g,
    (_, placeholder: string) => entry?.placeholders?.[placeholder]?.content ?? '',
  );
}

/** Copies a value as for messages and storage: created in this document, without what JSON cannot represent. */
function copy<Value>(value: Value): Value {
  return value === undefined ? value : JSON.parse(JSON.stringify(value));
}

function createRuntime(hub: DemoHub, page: string) {
  const sender = { id: EXTENSION_ID, url: EXTENSION_ORIGIN + page, origin: EXTENSION_ORIGIN, frameId: 0 };
  return {
    id: EXTENSION_ID,
    getURL: (path: string) => EXTENSION_ORIGIN + path,
    getManifest: () => ({ version: '0' }),
    getPlatformInfo: async () => ({ os: 'linux' }),
    openOptionsPage: async () => hub.shell.open('/options.html'),
    onInstalled: new ApiEvent(),
    onStartup: new ApiEvent(),
    onUpdateAvailable: new ApiEvent(),
    onMessage: hub.onMessage,
    onConnect: hub.onConnect,
    async sendMessage(message: unknown) {
      await hub.worker.promise;
      const reply = Promise.withResolvers<unknown>();
      hub.onMessage.emit(copy(message), sender, reply.resolve);
      return copy(await reply.promise);
    },
    connect({ name }: { name: string }) {
      const [near, far] = DemoPort.pair(name, sender, hub.worker.promise);
      void hub.worker.promise.then(() => hub.onConnect.emit(far));
      return near;
    },
  };
}

/** One end of a connection between a page and the worker. */
class DemoPort {
  readonly name: string;
  readonly sender: object;
  readonly onMessage = new ApiEvent<[unknown]>();
  readonly onDisconnect = new ApiEvent<[DemoPort]>();
  readonly #ready: Promise<void>;
  #other: DemoPort | null = null;

  private constructor(name: string, sender: object, ready: Promise<void>) {
    this.name = name;
    this.sender = sender;
    this.#ready = ready;
  }

  static pair(name: string, sender: object, ready: Promise<void>): [DemoPort, DemoPort] {
    const [near, far] = [new DemoPort(name, sender, ready), new DemoPort(name, sender, ready)];
    near.#other = far;
    far.#other = near;
    return [near, far];
  }

  postMessage(message: unknown): void {
    const copied = copy(message);
    void this.#ready.then(() => this.#other?.onMessage.emit(copied));
  }

  disconnect(): void {
    const other = this.#other;
    this.#other = null;
    if (other === null) return;
    void this.#ready.then(() => {
      other.#other = null;
      other.onDisconnect.emit(other);
    });
  }
}

function createArea(hub: DemoHub, name: AreaName) {
  const values = hub.stored[name];
  const write = (entries: readonly (readonly [key: string, text: string | undefined])[]) => {
    const changes: Changes = {};
    for (const [key, text] of entries) {
      const before = values.get(key);
      if (text === undefined) values.delete(key);
      else values.set(key, text);
      changes[key] = {
        ...(before === undefined ? {} : { oldValue: JSON.parse(before) }),
        ...(text === undefined ? {} : { newValue: JSON.parse(text) }),
      };
    }
    hub.onStored[name].emit(changes);
  };
  return {
    async get(keys: string | readonly string[] | null = null) {
      const names = keys === null ? [...values.keys()] : [keys].flat();
      return Object.fromEntries(
        names.flatMap((key) => {
          const text = values.get(key);
          return text === undefined ? [] : [[key, JSON.parse(text)]];
        }),
      );
    },
    set: async (items: object) => write(Object.entries(items).map(([key, value]) => [key, JSON.stringify(value)])),
    remove: async (keys: string | readonly string[]) => write([keys].flat().map((key) => [key, undefined])),
    clear: async () => write([...values.keys()].map((key) => [key, undefined])),
    onChanged: hub.onStored[name],
  };
}

function createTabs(hub: DemoHub) {
  const describe = async () => {
    const { document, location } = (await hub.article.promise).window;
    const place = { id: TAB_ID, index: 0, windowId: WINDOW_ID, active: true, incognito: false, status: 'complete' };
    return { ...place, title: document.title, url: location.href, lastAccessed: Date.now() };
  };
  const get = (tabId: number) =>
    tabId === TAB_ID ? describe() : Promise.reject(new Error(`No tab with id: ${tabId}.`));
  const refuse = async () => {
    hub.shell.say({ type: 'needs-extension' });
    throw new Error('This page has no other tabs.');
  };
  return {
    TAB_ID_NONE: -1,
    get,
    // In the demo, extension pages are not in tabs.
    query: async ({ url }: { url?: string }) => (url === undefined ? [await describe()] : []),
    getCurrent: async () => undefined,
    async update(tabId: number, { active }: { active?: boolean }) {
      if (active) hub.shell.showArticle();
      return get(tabId);
    },
    async create({ url = '' }: { url?: string }) {
      if (!url.startsWith(EXTENSION_ORIGIN)) return refuse();
      hub.shell.open(url.slice(EXTENSION_ORIGIN.length));
      return describe();
    },
    remove: async () => undefined,
    captureVisibleTab: refuse,
    detectLanguage: async () => (await hub.article.promise).window.document.documentElement.lang,
    onActivated: new ApiEvent(),
    onUpdated: new ApiEvent(),
    onRemoved: new ApiEvent(),
  };
}

type Injection = {
  target: { tabId: number };
  func?: (...args: unknown[]) => unknown;
  args?: unknown[];
  files?: readonly [string];
};

function createScripting(hub: DemoHub) {
  const sheets = new Map<string, CSSStyleSheet>();
  return {
    async executeScript({ target, func, args = [], files: [file] = [''] }: Injection) {
      if (target.tabId !== TAB_ID) throw new Error(`No tab with id: ${target.tabId}.`);
      const article = await hub.article.promise;
      const result = await (func ? callOnArticle(article.window, func, args) : article.runFile(file));
      return [{ frameId: 0, documentId: 'article', result }];
    },
    async insertCSS({ css }: { css: string }) {
      const article = (await hub.article.promise).window;
      const sheet = new article.CSSStyleSheet();
      sheet.replaceSync(css);
      sheets.set(css, sheet);
      article.document.adoptedStyleSheets = [...article.document.adoptedStyleSheets, sheet];
      // The worker adds styles for a passage found after a click. The panel adds styles for passages that are only
      // pointed at.
      if (article === window) hub.shell.showArticle();
    },
    async removeCSS({ css }: { css: string }) {
      const { document } = (await hub.article.promise).window;
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== sheets.get(css));
    },
  };
}

/** Properties that functions which the panel sends to the page read from its document. */
const OF_DOCUMENT = ['getSelection', 'answerHighlightRequest'] as const;

/**
 * Calls a function that the extension would inject into the page. The worker's functions already run in the article's
 * document. Those of the panel temporarily get the article's properties while they are called.
 */
function callOnArticle(article: Scripted, func: (...args: unknown[]) => unknown, args: unknown[]): unknown {
  if (article === window) return func(...args);
  const before = OF_DOCUMENT.map((name) => [name, window[name]] as const);
  Object.assign(window, Object.fromEntries(OF_DOCUMENT.map((name) => [name, article[name]?.bind(article)])));
  try {
    return func(...args);
  } finally {
    Object.assign(window, Object.fromEntries(before));
  }
}

type Permissions = { origins?: readonly string[]; permissions?: readonly string[] };

/**
 * Permissions are granted for individual sites, although a web page needs none: the server decides whether it answers.
 */
function createPermissions(hub: DemoHub) {
  const isForSite = (pattern: string) => !/^\w+:\/\/\*/.test(pattern);
  return {
    contains: async ({ origins = [], permissions = [] }: Permissions) =>
      permissions.length === 0 && origins.every((pattern) => hub.granted.has(pattern)),
    async request({ origins = [], permissions = [] }: Permissions) {
      if (permissions.length > 0 || !origins.every(isForSite)) {
        hub.shell.say({ type: 'needs-extension' });
        return false;
      }
      for (const pattern of origins) hub.granted.add(pattern);
      hub.onGranted.emit();
      return true;
    },
    async remove({ origins = [] }: Permissions) {
      for (const pattern of origins) hub.granted.delete(pattern);
      hub.onWithdrawn.emit();
      return true;
    },
    getAll: async () => ({ origins: [...hub.granted], permissions: [] }),
    onAdded: hub.onGranted,
    onRemoved: hub.onWithdrawn,
  };
}

/** Handles addresses of extension pages such as `/options.html`, in links and in `open`. */
function openExtensionPagesBy({ shell }: DemoHub): void {
  const isExtensionPage = (address: unknown): address is string => typeof address === 'string' && /^\/\w/.test(address);
  const { open } = window;
  window.open = (address, ...rest) => {
    if (!isExtensionPage(address)) return open.call(window, address, ...rest);
    shell.open(address);
    return null;
  };
  document.addEventListener('click', (event) => {
    const address = (event.target as Element).closest('a[href]')?.getAttribute('href');
    if (!isExtensionPage(address)) return;
    event.preventDefault();
    shell.open(address);
  });
}

/** Reports when a server does not answer web pages, since browsers then hide why a request failed. */
export function reportRefusals({ shell }: DemoHub): void {
  const { fetch } = window;
  window.fetch = async (input, init) => {
    try {
      return await fetch(input, init);
    } catch (error) {
      const url = URL.parse(String(input), location.href);
      if (error instanceof TypeError && url !== null && url.origin !== location.origin)
        shell.say({ type: 'server-refused', host: url.host });
      throw error;
    }
  };
}
