import { SETTINGS, type SwitchSection, switchesIn } from '../../lib/contracts/index.ts';
import type { PlainKey } from '../../lib/i18n/index.ts';

type Page = { page: string; hash: string; name: PlainKey };

/** The pages of the settings in the order of their navigation, by the fragment of their address. */
export const SETTINGS_PAGES = [
  { page: 'models', hash: '', name: 'models' },
  { page: 'answers', hash: 'answers', name: 'answers' },
  { page: 'web-tools', hash: 'web-tools', name: 'settingsWebTools' },
  { page: 'privacy', hash: 'privacy', name: 'settingsPrivacy' },
  { page: 'appearance', hash: 'look', name: 'settingsAppearance' },
  { page: 'data', hash: 'all-data', name: 'settingsData' },
] as const satisfies readonly Page[];

export type SettingsPage = (typeof SETTINGS_PAGES)[number]['page'];

/** `words` are the names of its settings, by which it can also be found. */
type Section = { hash: string; page: SettingsPage; name: PlainKey; words: readonly PlainKey[] };

const switchLabels = (section: SwitchSection): PlainKey[] =>
  switchesIn(section).map((name) => SETTINGS[name].switch.label);

/**
 * The sections of the settings in the order of their pages, by the fragment of their address, which is the id of their
 * heading.
 */
export const SETTINGS_SECTIONS = [
  {
    hash: 'endpoints',
    page: 'models',
    name: 'endpoints',
    words: ['apiKey', 'baseUrl', 'testConnection', 'modelSettings', 'temperature', 'systemPrompt', 'extraHeaders'],
  },
  { hash: 'gguf', page: 'models', name: 'ggufTitle', words: ['downloadModel'] },
  { hash: 'waiting', page: 'models', name: 'waiting', words: ['timeoutLabel'] },
  { hash: 'instructions', page: 'answers', name: 'customInstructions', words: ['systemPrompt'] },
  { hash: 'memory', page: 'answers', name: 'memoryTitle', words: ['remember', 'forget', ...switchLabels('memory')] },
  {
    hash: 'pages',
    page: 'answers',
    name: 'pageContext',
    words: ['pageContextLabel', 'pageContextTokens', ...switchLabels('pages')],
  },
  { hash: 'prompts', page: 'answers', name: 'prompts', words: ['promptName', 'savePrompt'] },
  { hash: 'tasks', page: 'answers', name: 'taskModels', words: ['titlesLabel', 'promptChats'] },
  { hash: 'projects', page: 'answers', name: 'projects', words: [] },
  { hash: 'web', page: 'web-tools', name: 'webSearch', words: ['webEngine', 'webPages'] },
  { hash: 'mcp', page: 'web-tools', name: 'mcpServers', words: ['tools'] },
  { hash: 'tools', page: 'web-tools', name: 'tools', words: [] },
  { hash: 'permissions', page: 'privacy', name: 'permissions', words: ['allowSiteLabel'] },
  { hash: 'keys', page: 'privacy', name: 'keys', words: ['passphrase', 'apiKey'] },
  { hash: 'stored', page: 'privacy', name: 'stored', words: ['deleteWord'] },
  {
    hash: 'appearance',
    page: 'appearance',
    name: 'appearance',
    words: ['theme', 'density', 'textSize', ...switchLabels('appearance')],
  },
  { hash: 'shortcuts', page: 'appearance', name: 'keyboardShortcuts', words: ['browserShortcuts'] },
  { hash: 'backup', page: 'data', name: 'backup', words: ['restoreBackup', 'passphrase'] },
  { hash: 'backup-schedule', page: 'data', name: 'scheduledBackups', words: [] },
  { hash: 'data', page: 'data', name: 'yourData', words: ['exportFormat', 'chats'] },
  { hash: 'check-receipt', page: 'data', name: 'checkReceipt', words: [] },
  { hash: 'settings-file', page: 'data', name: 'settingsFile', words: [] },
  { hash: 'usage', page: 'data', name: 'usage', words: ['cost', 'tokens'] },
  { hash: 'monthly-limit', page: 'data', name: 'monthlyLimit', words: ['monthlyLimitLabel'] },
] as const satisfies readonly Section[];

/** Returns the page of a fragment: its own, that of a section, or the first one. */
export function settingsPageAt(hash: string): SettingsPage {
  return [...SETTINGS_PAGES, ...SETTINGS_SECTIONS].find((each) => each.hash === hash)?.page ?? SETTINGS_PAGES[0].page;
}

/** The address of the settings page for the key of an endpoint. */
export function keySettings(endpointId: string): string {
  return `/options.html#${keyFragment(endpointId)}`;
}

/** Returns the fragment of that address. */
export function keyFragment(endpointId: string): string {
  return `key=${endpointId}`;
}
