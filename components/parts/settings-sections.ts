import type { PlainKey } from '../../lib/i18n/index.ts';

type Section = { hash: string; page: string; name: PlainKey };

/** The sections of the settings that can be linked to, by the fragment of their address, each on a page of several. */
export const SETTINGS_SECTIONS = [
  { hash: '', page: 'endpoints', name: 'endpoints' },
  { hash: 'gguf', page: 'endpoints', name: 'ggufTitle' },
  { hash: 'keys', page: 'endpoints', name: 'keys' },
  { hash: 'permissions', page: 'endpoints', name: 'permissions' },
  { hash: 'pages', page: 'endpoints', name: 'pageContext' },
  { hash: 'web', page: 'endpoints', name: 'webSearch' },
  { hash: 'tools', page: 'endpoints', name: 'tools' },
  { hash: 'waiting', page: 'endpoints', name: 'waiting' },
  { hash: 'prompts', page: 'endpoints', name: 'prompts' },
  { hash: 'tasks', page: 'endpoints', name: 'taskModels' },
  { hash: 'mcp', page: 'mcp', name: 'mcpServers' },
  { hash: 'projects', page: 'projects', name: 'projects' },
  { hash: 'appearance', page: 'appearance', name: 'appearance' },
  { hash: 'shortcuts', page: 'shortcuts', name: 'keyboardShortcuts' },
  { hash: 'usage', page: 'usage', name: 'usage' },
  { hash: 'monthly-limit', page: 'usage', name: 'monthlyLimit' },
  { hash: 'data', page: 'data', name: 'yourData' },
  { hash: 'backup', page: 'data', name: 'backup' },
  { hash: 'backup-schedule', page: 'data', name: 'scheduledBackups' },
  { hash: 'stored', page: 'data', name: 'stored' },
  { hash: 'settings-file', page: 'data', name: 'settingsFile' },
] as const satisfies readonly Section[];

/** The address of the settings page for the key of an endpoint. */
export function keySettings(endpointId: string): string {
  return `/options.html#${keyFragment(endpointId)}`;
}

/** The fragment of that address. */
export function keyFragment(endpointId: string): string {
  return `key=${endpointId}`;
}
