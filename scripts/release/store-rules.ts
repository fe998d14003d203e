import { findForeignCode } from '../foreign-code.ts';
import { LOCALES } from '../locales/catalogue.ts';
import type { Target } from './packages.ts';

/**
 * Sources: developer.chrome.com/docs/webstore, extensionworkshop.com, learn.microsoft.com/microsoft-edge/extensions.
 */
const LIMITS = {
  nameChars: 45,
  descriptionChars: 132,
  justificationChars: 1_000,
  /** addons.mozilla.org does not read larger scripts. */
  scriptBytes: 5_000_000,
  /** The project's own limit. The stores accept far more. */
  packageBytes: 6_000_000,
};
const ICON_SIZES = [16, 32, 48, 128];

type Manifest = {
  manifest_version: number;
  name: string;
  version: string;
  description: string;
  default_locale: string;
  icons?: Record<string, string>;
  permissions?: string[];
  optional_permissions?: string[];
  host_permissions?: string[];
  optional_host_permissions?: string[];
  content_scripts?: { matches: string[] }[];
  content_security_policy?: { extension_pages?: string };
  web_accessible_resources?: unknown;
  externally_connectable?: { ids?: string[]; matches?: string[] };
  minimum_chrome_version?: string;
  key?: string;
  browser_specific_settings?: {
    gecko?: { id?: string; strict_min_version?: string; update_url?: string; data_collection_permissions?: unknown };
  };
};
type Files = ReadonlyMap<string, Uint8Array>;

/**
 * What the stores would refuse in a package, or a reviewer would ask about. Empty if there is nothing that can be
 * checked here.
 */
export function storeProblems(target: Target, files: Files, bytes: number, reasons: Record<string, string>): string[] {
  const manifest = JSON.parse(readFileText(files, 'manifest.json') ?? '{}') as Manifest;
  return [
    ...manifestProblems(manifest),
    ...(target.startsWith('firefox') ? firefoxProblems(target, manifest) : chromiumProblems(manifest)),
    ...permissionProblems(manifest, reasons),
    ...wordProblems(manifest, files),
    ...iconProblems(manifest, files),
    ...policyProblems(manifest, files),
    ...fileProblems(files),
    ...(bytes > LIMITS.packageBytes ? [`The package has ${bytes} bytes, at most ${LIMITS.packageBytes}.`] : []),
  ];
}

function manifestProblems(manifest: Manifest): string[] {
  return [
    ...(manifest.manifest_version === 3 ? [] : ['The manifest is not of version 3.']),
    ...(/^\d{1,5}(?:\.\d{1,5}){1,3}$/.test(manifest.version) ? [] : [`"${manifest.version}" is not a version.`]),
    ...(manifest.web_accessible_resources === undefined ? [] : ['Pages could reach files of the extension.']),
    ...(manifest.key === undefined ? [] : ['Stores refuse a manifest with a key.']),
  ];
}

function firefoxProblems(target: Target, { browser_specific_settings }: Manifest): string[] {
  const gecko = browser_specific_settings?.gecko ?? {};
  const hasUpdateUrl = gecko.update_url !== undefined;
  return [
    ...(gecko.id ? [] : ['Firefox needs an id.']),
    ...(gecko.strict_min_version ? [] : ['The least version of Firefox is not named.']),
    ...(gecko.data_collection_permissions ? [] : ['addons.mozilla.org needs data_collection_permissions.']),
    ...(hasUpdateUrl === (target === 'firefox-self-hosted')
      ? []
      : [hasUpdateUrl ? 'addons.mozilla.org refuses an update URL.' : 'Without an update URL it is never updated.']),
    ...(hasUpdateUrl && !gecko.update_url?.startsWith('https://') ? ['The update URL is not https.'] : []),
  ];
}

function chromiumProblems({ minimum_chrome_version, externally_connectable }: Manifest): string[] {
  const isClosed = externally_connectable?.ids?.length === 0 && externally_connectable.matches === undefined;
  return [
    ...(minimum_chrome_version ? [] : ['The least version of Chrome is not named.']),
    ...(isClosed ? [] : ['Other extensions or pages could connect.']),
  ];
}

/** All permissions that a manifest requests, including optional ones. */
export function requestedPermissions(manifest: Partial<Manifest>): string[] {
  const { permissions, optional_permissions, host_permissions, optional_host_permissions, content_scripts } = manifest;
  const matches = content_scripts?.flatMap((script) => script.matches);
  const lists = [permissions, optional_permissions, host_permissions, optional_host_permissions, matches];
  return lists.flatMap((list) => list ?? []);
}

function permissionProblems(manifest: Manifest, reasons: Record<string, string>): string[] {
  return requestedPermissions(manifest).flatMap((permission) => {
    const reason = reasons[permission]?.trim() ?? '';
    if (reason === '') return [`docs/store/permissions.json does not say what "${permission}" is for.`];
    return reason.length > LIMITS.justificationChars ? [`The reason for "${permission}" is too long.`] : [];
  });
}

function wordProblems(manifest: Manifest, files: Files): string[] {
  const present = new Set(
    [...files.keys()].flatMap((file) => /^_locales\/([^/]+)\/messages\.json$/.exec(file)?.[1] ?? []),
  );
  const missing = LOCALES.filter((locale) => !present.has(locale)).map(
    (locale) => `The language ${locale} is missing.`,
  );
  if (!present.has(manifest.default_locale)) missing.push('The default language has no messages.');
  const problems = [...present].flatMap((locale) => {
    const messages = JSON.parse(readFileText(files, `_locales/${locale}/messages.json`) ?? '{}');
    const words = (text: string) => text.replace(/^__MSG_(\w+)__$/, (_, key: string) => messages[key]?.message ?? '');
    const check = (what: string, text: string, most: number) =>
      text.length > 0 && text.length <= most
        ? []
        : [`${what} in ${locale} has ${text.length} of 1 to ${most} characters.`];
    return [
      ...check('The name', words(manifest.name), LIMITS.nameChars),
      ...check('The description', words(manifest.description), LIMITS.descriptionChars),
    ];
  });
  return [...missing, ...problems];
}

function iconProblems({ icons = {} }: Manifest, files: Files): string[] {
  return ICON_SIZES.flatMap((size) => {
    const icon = files.get(icons[size] ?? '');
    if (icon === undefined) return [`There is no icon of ${size} pixels.`];
    const { width, height } = pngSize(icon);
    return width === size && height === size ? [] : [`The icon of ${size} pixels has ${width} x ${height}.`];
  });
}

/** Width and height of a PNG, both 0 for any other file (PNG specification, §11.2.2). */
export function pngSize(file: Uint8Array): { width: number; height: number } {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const isPng = file.length > 24 && view.getUint32(0) === 0x89504e47;
  return isPng ? { width: view.getUint32(16), height: view.getUint32(20) } : { width: 0, height: 0 };
}

const SAFE_POLICY = /^script-src 'self'(?: 'wasm-unsafe-eval')?; object-src 'self'$/;

function policyProblems({ content_security_policy }: Manifest, files: Files): string[] {
  const policy = content_security_policy?.extension_pages ?? "script-src 'self'; object-src 'self'";
  const pages = [...files.keys()].filter((file) => file.endsWith('.html'));
  return [
    ...(SAFE_POLICY.test(policy) ? [] : [`The policy allows more than our own scripts: ${policy}`]),
    ...pages.flatMap((page) => {
      const html = (readFileText(files, page) ?? '').replaceAll('&#39;', "'");
      const own = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
      return [
        ...(own.includes("connect-src 'none'") ? [] : [`${page} could reach the network.`]),
        ...(/<script(?![^>]*\bsrc=)[^>]*>/i.test(html) ? [`${page} has a script in it.`] : []),
      ];
    }),
  ];
}

function fileProblems(files: Files): string[] {
  return [...files].flatMap(([name, content]) => {
    const problems: string[] = [];
    if (/(?:^|\/)\.|\.map$|(?:^|\/)(?:Thumbs\.db|__MACOSX)/.test(name))
      problems.push(`${name} does not belong in a package.`);
    if (name.startsWith('_') && !name.startsWith('_locales/'))
      problems.push(`Chrome refuses ${name}: names with _ are its own.`);
    if (!/\.(?:js|html|css)$/.test(name)) return problems;
    if (content.length > LIMITS.scriptBytes) problems.push(`${name} has ${content.length} bytes.`);
    return [...problems, ...findForeignCode(new TextDecoder().decode(content)).map((what) => `${name} has ${what}.`)];
  });
}

function readFileText(files: Files, name: string): string | undefined {
  const content = files.get(name);
  return content && new TextDecoder().decode(content);
}
