import type { Plugin } from 'vite';
import { defineConfig, type UserManifest } from 'wxt';
import { diagramPackage } from './scripts/diagram-package.ts';
import { licenceList } from './scripts/licences.ts';
import { llamaFiles, llamaPackage } from './scripts/llama-package.ts';
import { LOCALES, packedCatalogue } from './scripts/locales/catalogue.ts';
import { packageChanges } from './scripts/package-changes.ts';
import { toolViews } from './scripts/tool-views.ts';

/** Pages connect to nothing: only the worker communicates, and only with configured endpoints. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "form-action 'none'",
  "base-uri 'none'",
].join('; ');

/** The page that reads documents displays them with their own styles, which determine what is hidden. */
const DOCUMENT_POLICY = PAGE_POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'");

/** The offscreen document contains extension pages in frames, and nothing else. */
const OFFSCREEN_POLICY = `${PAGE_POLICY}; frame-src 'self'`;

/**
 * The browsers' default, plus permission to compile WebAssembly, which models inside the extension need. Only their
 * worker does so: the policy of extension pages, above, does not allow it.
 */
const EXTENSION_POLICY = "script-src 'self' 'wasm-unsafe-eval'; object-src 'self'";

/** Writes the policy into extension pages. Not during development, since hot reload needs a connection. */
function pagePolicy(): Plugin {
  return {
    name: 'page-policy',
    apply: 'build',
    transformIndexHtml: (_html, { path }) => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: buildPolicy(path) },
        injectTo: 'head-prepend',
      },
      {
        tag: 'meta',
        // No policy stops a browser from looking up the hosts of displayed links (quirk: link-lookup).
        attrs: { 'http-equiv': 'x-dns-prefetch-control', content: 'off' },
        injectTo: 'head-prepend',
      },
    ],
  };
}

function buildPolicy(path: string): string {
  if (/\bpdf\b/.test(path)) return DOCUMENT_POLICY;
  return /\boffscreen\b/.test(path) ? OFFSCREEN_POLICY : PAGE_POLICY;
}

/** Inserts the script that applies the theme before the first paint. A module would run afterwards. */
function firstLook(): Plugin {
  return {
    name: 'first-look',
    transformIndexHtml: () => [{ tag: 'script', attrs: { src: '/first-look.js' }, injectTo: 'head' }],
  };
}

/**
 * Tells V8 to compile the functions of the page readers all at once. Each runs once per page, and would be parsed twice
 * if compiled on its first call (V8, "explicit compile hints"; decision 8). Other engines read a comment.
 */
function compiledAtOnce(): Plugin {
  return {
    name: 'compiled-at-once',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const name of ['page-reader.js', 'site-reader.js']) {
        const reader = bundle[name];
        if (reader?.type === 'chunk') reader.code = `//# allFunctionsCalledOnLoad\n${reader.code}`;
      }
    },
  };
}

/** None of these permissions causes a warning at installation. */
const PERMISSIONS = [
  'activeTab',
  'alarms',
  'contextMenus',
  'declarativeNetRequestWithHostAccess',
  'identity',
  'scripting',
  'storage',
  'unlimitedStorage',
];

/** The keys of each command in Firefox on Windows and Linux, and elsewhere. */
const KEYS = {
  open: { firefox: 'Ctrl+Alt+J', others: 'Alt+Shift+J' },
  summarize: { firefox: 'Ctrl+Alt+G', others: 'Alt+Shift+U' },
  improve: { firefox: 'Ctrl+Alt+B', others: 'Alt+Shift+W' },
  explain: { firefox: 'Ctrl+Alt+H', others: 'Alt+Shift+E' },
};

/**
 * In Firefox, Alt+Shift and a letter opens the menu with that letter, or activates a page's access key, which takes
 * precedence: on Wikipedia, all four would be the page's. Ctrl+Alt is free there, also with these letters, and AltGr
 * (Ctrl+Alt on Windows) types nothing with them in the keyboard layouts of the supported languages (decision 47). On
 * macOS, access keys of pages are Ctrl+Option, and menus have none.
 */
function commands(browser: string): UserManifest['commands'] {
  const keys = (name: keyof typeof KEYS) => {
    const { firefox, others } = KEYS[name];
    return { suggested_key: browser === 'firefox' ? { default: firefox, mac: others } : { default: others } };
  };
  return {
    _execute_action: keys('open'),
    'summarize-page': { ...keys('summarize'), description: '__MSG_summarizePage__' },
    'improve-selection': { ...keys('improve'), description: '__MSG_fieldImprove__' },
    'explain-selection': { ...keys('explain'), description: '__MSG_explainSelection__' },
  };
}

function manifest(browser: string, mode: string): UserManifest {
  const firefox: UserManifest = {
    // Private windows would share the worker and the database with other windows, and Firefox does not support "split".
    incognito: 'not_allowed',
    // It cannot be optional here, and causes no warning.
    permissions: [...PERMISSIONS, 'search'],
    // Firefox's default upgrades http to https, which makes servers in the local network unreachable.
    content_security_policy: { extension_pages: EXTENSION_POLICY },
    browser_specific_settings: {
      gecko: {
        id: 'sidenote@sidenote',
        strict_min_version: '142.0',
        data_collection_permissions: {
          required: ['websiteContent'],
          optional: ['bookmarksInfo', 'browsingActivity'],
        },
      },
      // The same package as for desktop. What Android lacks is detected by feature (decision 47).
      gecko_android: { strict_min_version: '142.0' },
    },
  };
  const chrome: UserManifest = {
    // Incognito windows have their own worker and an in-memory database, both of which end with the last such window.
    incognito: 'split',
    permissions: [
      ...PERMISSIONS,
      'offscreen',
      'sidePanel',
      ...(mode === 'e2e' ? ['webRequest', 'bookmarks', 'history'] : []),
    ],
    minimum_chrome_version: '126',
    content_security_policy: { extension_pages: EXTENSION_POLICY },
    // They isolate extension pages, so that a model may use several threads. Firefox does not support them.
    cross_origin_embedder_policy: { value: 'require-corp' },
    cross_origin_opener_policy: { value: 'same-origin' },
    // Firefox reads managed storage without a schema.
    storage: { managed_schema: 'managed-schema.json' },
    // If omitted, every other extension could connect.
    externally_connectable: { ids: [] },
  };
  return {
    name: 'Sidenote',
    default_locale: 'en',
    description: '__MSG_extensionDescription__',
    action: {
      default_title: '__MSG_openSidenote__',
      // Firefox puts extension buttons into a menu by default, but sharing a page takes a click on Sidenote's button.
      ...(browser === 'firefox' ? { default_area: 'navbar' } : {}),
    },
    // webRequest: shows where a page that is opened on the web redirects, before anything is sent there. bookmarks,
    // history: requested when a question first needs them.
    // search: for the browser's own engine, if the user has configured no other.
    optional_permissions: [
      'webRequest',
      'bookmarks',
      'history',
      ...(browser === 'firefox' ? [] : (['search'] as const)),
    ],
    optional_host_permissions: ['http://*/*', 'https://*/*'],
    // Headless Chromium cannot answer a permission dialog, so its test build, and only that, has access to some hosts.
    ...(mode === 'e2e' && browser !== 'firefox'
      ? {
          host_permissions: [
            'http://127.0.0.1/*',
            'http://*.web.test/*',
            'https://openrouter.ai/*',
            'https://www.google.com/*',
            'https://duckduckgo.com/*',
          ],
        }
      : {}),
    // For `npm run read`, which serves saved pages under their own addresses.
    ...(mode === 'read' ? { host_permissions: ['http://*/*', 'https://*/*'] } : {}),
    commands: commands(browser),
    omnibox: { keyword: 'note' },
    ...(browser === 'firefox' ? firefox : chrome),
  };
}

export default defineConfig({
  imports: false,
  manifestVersion: 3,
  modules: ['@wxt-dev/module-react'],
  manifest: ({ browser, mode }) => manifest(browser, mode),
  vite: () => ({
    // The package's entry points to a build for older browsers, which is larger.
    resolve: { alias: [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' }] },
    // Vite bundles the PDF worker separately, without the plugins below.
    worker: { plugins: () => [packageChanges()] },
    plugins: [
      pagePolicy(),
      firstLook(),
      packageChanges(),
      compiledAtOnce(),
      diagramPackage(),
      toolViews(),
      llamaPackage(),
    ],
  }),
  hooks: {
    'build:publicAssets': (_wxt, files) => {
      const isCatalogue = ({ relativeDest }: { relativeDest: string }) => /^_locales[\\/]/.test(relativeDest);
      files.splice(0, files.length, ...files.filter((file) => !isCatalogue(file)));
      for (const locale of LOCALES)
        files.push({ relativeDest: `_locales/${locale}/messages.json`, contents: packedCatalogue(locale) });
      files.push({ relativeDest: 'third-party-licences.txt', contents: licenceList() }, ...llamaFiles());
    },
  },
});
