import type { HtmlTagDescriptor, Plugin } from 'vite';
import { expect, test } from 'vitest';
import type { UserManifest } from 'wxt';
import config from '../wxt.config.ts';

function manifestFor(browser: string): UserManifest {
  const { manifest } = config;
  if (typeof manifest !== 'function') throw new Error('The manifest depends on the browser.');
  return manifest({ browser, mode: 'production', command: 'build', manifestVersion: 3 }) as UserManifest;
}

/**
 * Permissions that Chrome and Firefox grant without a warning when an extension is installed. Sources:
 * developer.chrome.com/docs/extensions/reference/permissions-list and Firefox's webext-perms strings.
 */
const WITHOUT_WARNING = [
  'activeTab',
  'alarms',
  'contextMenus',
  'declarativeNetRequestWithHostAccess',
  'identity',
  'offscreen',
  'scripting',
  'search',
  'sidePanel',
  'storage',
  'unlimitedStorage',
];

/**
 * Letters that are typed with AltGr, which is Ctrl+Alt on Windows, in the layouts of the interface languages: German,
 * French, Spanish (including Latin American), Brazilian Portuguese, Italian, Polish, Turkish, English (UK,
 * US-International), and Latin-based layouts that are used beside the others.
 */
const ALTGR_LETTERS = 'QEMAIOUWRTYPSDLZCNX';
/**
 * Ctrl+Alt combinations that Firefox, Windows, GNOME or KDE use: reader view, AI chat, sidebar, terminal, lock, layout.
 */
const TAKEN = 'RXZTLDKA';

test('no shortcut in Firefox is an access key of pages or menus, a letter of a keyboard, or the browser’s own', () => {
  const keys = Object.values(manifestFor('firefox').commands ?? {}).map((command) =>
    String(Object(command?.suggested_key).default),
  );
  expect(new Set(keys).size).toBe(4);
  for (const each of keys) {
    expect(each).toMatch(/^Ctrl\+Alt\+[A-Z]$/);
    expect(ALTGR_LETTERS + TAKEN).not.toContain(each.at(-1));
  }
});

test('the button of Firefox is in the toolbar, where each page is shared with it', () => {
  expect(manifestFor('firefox').action).toMatchObject({ default_area: 'navbar' });
  expect(manifestFor('chrome').action).not.toHaveProperty('default_area');
});

test.each(['chrome', 'firefox'])('%s shows no permission warning at the installation', (browser) => {
  const manifest = manifestFor(browser);
  for (const permission of manifest.permissions ?? []) expect(WITHOUT_WARNING).toContain(permission);
  expect(manifest.host_permissions).toBeUndefined();
  expect(manifest.content_scripts).toBeUndefined();
  // webRequest is requested together with the sites, and only by the settings of web search. The others are requested
  // by a card in a chat. Firefox does not support search as an optional permission.
  const optional = ['webRequest', 'bookmarks', 'history', ...(browser === 'firefox' ? [] : ['search'])];
  expect(manifest.optional_permissions).toEqual(optional);
  expect(manifest.optional_host_permissions).toEqual(['http://*/*', 'https://*/*']);
});

test('pages of the extension may only load their own files and send no requests', async () => {
  const { plugins } =
    (await config.vite?.({ browser: 'chrome', mode: 'production', command: 'build', manifestVersion: 3 })) ?? {};
  const policy = plugins?.find(
    (each): each is Plugin =>
      each !== null && typeof each === 'object' && 'name' in each && each.name === 'page-policy',
  );
  type Transform = (html: string, page: { path: string }) => HtmlTagDescriptor[];
  const listTags = (path: string) =>
    (policy?.transformIndexHtml as unknown as Transform | undefined)?.('', { path }) ?? [];
  const tags = listTags('/sidepanel.html');
  // The manifest's policy allows the worker for models to compile WebAssembly. No page may.
  for (const path of ['/sidepanel.html', '/options.html', '/gguf.html', '/offscreen.html'])
    expect(String(listTags(path)[0]?.attrs?.content)).not.toContain('unsafe');
  expect(tags[0]?.attrs).toMatchObject({ 'http-equiv': 'Content-Security-Policy' });
  for (const rule of [
    "default-src 'none'",
    "connect-src 'none'",
    "script-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
  ])
    for (const path of ['/sidepanel.html', '/options.html', '/pdf.html', '/gguf.html', '/offscreen.html'])
      expect(String(listTags(path)[0]?.attrs?.content).split('; ')).toContain(rule);
});

test('the manifests equal the expected ones', () => {
  expect(manifestFor('chrome')).toMatchInlineSnapshot(`
    {
      "action": {
        "default_title": "__MSG_openSidenote__",
      },
      "commands": {
        "_execute_action": {
          "suggested_key": {
            "default": "Alt+Shift+J",
          },
        },
        "explain-selection": {
          "description": "__MSG_explainSelection__",
          "suggested_key": {
            "default": "Alt+Shift+E",
          },
        },
        "improve-selection": {
          "description": "__MSG_fieldImprove__",
          "suggested_key": {
            "default": "Alt+Shift+W",
          },
        },
        "summarize-page": {
          "description": "__MSG_summarizePage__",
          "suggested_key": {
            "default": "Alt+Shift+U",
          },
        },
      },
      "content_security_policy": {
        "extension_pages": "script-src 'self' 'wasm-unsafe-eval'; object-src 'self'",
      },
      "cross_origin_embedder_policy": {
        "value": "require-corp",
      },
      "cross_origin_opener_policy": {
        "value": "same-origin",
      },
      "default_locale": "en",
      "description": "__MSG_extensionDescription__",
      "externally_connectable": {
        "ids": [],
      },
      "incognito": "split",
      "minimum_chrome_version": "126",
      "name": "Sidenote",
      "omnibox": {
        "keyword": "note",
      },
      "optional_host_permissions": [
        "http://*/*",
        "https://*/*",
      ],
      "optional_permissions": [
        "webRequest",
        "bookmarks",
        "history",
        "search",
      ],
      "permissions": [
        "activeTab",
        "alarms",
        "contextMenus",
        "declarativeNetRequestWithHostAccess",
        "identity",
        "scripting",
        "storage",
        "unlimitedStorage",
        "offscreen",
        "sidePanel",
      ],
      "storage": {
        "managed_schema": "managed-schema.json",
      },
    }
  `);
  expect(manifestFor('firefox')).toMatchInlineSnapshot(`
    {
      "action": {
        "default_area": "navbar",
        "default_title": "__MSG_openSidenote__",
      },
      "browser_specific_settings": {
        "gecko": {
          "data_collection_permissions": {
            "optional": [
              "bookmarksInfo",
              "browsingActivity",
            ],
            "required": [
              "websiteContent",
            ],
          },
          "id": "sidenote@sidenote",
          "strict_min_version": "142.0",
        },
        "gecko_android": {
          "strict_min_version": "142.0",
        },
      },
      "commands": {
        "_execute_action": {
          "suggested_key": {
            "default": "Ctrl+Alt+J",
            "mac": "Alt+Shift+J",
          },
        },
        "explain-selection": {
          "description": "__MSG_explainSelection__",
          "suggested_key": {
            "default": "Ctrl+Alt+H",
            "mac": "Alt+Shift+E",
          },
        },
        "improve-selection": {
          "description": "__MSG_fieldImprove__",
          "suggested_key": {
            "default": "Ctrl+Alt+B",
            "mac": "Alt+Shift+W",
          },
        },
        "summarize-page": {
          "description": "__MSG_summarizePage__",
          "suggested_key": {
            "default": "Ctrl+Alt+G",
            "mac": "Alt+Shift+U",
          },
        },
      },
      "content_security_policy": {
        "extension_pages": "script-src 'self' 'wasm-unsafe-eval'; object-src 'self'",
      },
      "default_locale": "en",
      "description": "__MSG_extensionDescription__",
      "incognito": "not_allowed",
      "name": "Sidenote",
      "omnibox": {
        "keyword": "note",
      },
      "optional_host_permissions": [
        "http://*/*",
        "https://*/*",
      ],
      "optional_permissions": [
        "webRequest",
        "bookmarks",
        "history",
      ],
      "permissions": [
        "activeTab",
        "alarms",
        "contextMenus",
        "declarativeNetRequestWithHostAccess",
        "identity",
        "scripting",
        "storage",
        "unlimitedStorage",
        "search",
      ],
    }
  `);
});

test.each(['chrome', 'firefox'])('in %s no web page can access its resources', (browser) => {
  const { web_accessible_resources, sandbox, devtools_page } = manifestFor(browser);
  expect([web_accessible_resources, sandbox, devtools_page]).toEqual([undefined, undefined, undefined]);
});
