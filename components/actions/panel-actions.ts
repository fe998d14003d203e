import {
  Archive,
  ArchiveRestore,
  AtSign,
  Command,
  Copy,
  Cpu,
  FileCode,
  FileJson,
  FilePlus2,
  FileText,
  FileX2,
  FolderInput,
  Globe,
  Languages,
  type LucideIcon,
  Maximize2,
  MessageSquareText,
  MessagesSquare,
  Paperclip,
  Pencil,
  Pin,
  PinOff,
  Printer,
  RotateCcw,
  Search,
  Settings,
  Slash,
  Square,
  SquarePen,
  StepForward,
  TextCursorInput,
  Trash2,
  Volume2,
} from 'lucide-react';
import type { PanelShortcuts } from '../../lib/contracts/index.ts';
import type { PlainKey } from '../../lib/i18n/index.ts';
import { type SETTINGS_PAGES, SETTINGS_SECTIONS } from '../parts/settings-sections.ts';
import type { Shortcut } from './shortcut.ts';

type Row = {
  id: string;
  group: 'chat' | 'question' | 'answer' | 'settings';
  label: PlainKey;
  Icon: LucideIcon;
  /** The default keys. Absent if there are none. */
  shortcut?: Shortcut;
};

const CHAT_ACTIONS = [
  { id: 'palette', group: 'chat', label: 'commandPalette', Icon: Command, shortcut: 'Mod+K' },
  { id: 'new-chat', group: 'chat', label: 'newChat', Icon: SquarePen, shortcut: 'Mod+Shift+O' },
  { id: 'search-chats', group: 'chat', label: 'searchChats', Icon: Search, shortcut: 'Mod+Shift+F' },
  { id: 'rename', group: 'chat', label: 'rename', Icon: Pencil },
  { id: 'pin', group: 'chat', label: 'pin', Icon: Pin },
  { id: 'unpin', group: 'chat', label: 'unpin', Icon: PinOff },
  { id: 'move-to-project', group: 'chat', label: 'moveToProject', Icon: FolderInput },
  { id: 'archive', group: 'chat', label: 'archive', Icon: Archive },
  { id: 'restore', group: 'chat', label: 'restore', Icon: ArchiveRestore },
  { id: 'export-json', group: 'chat', label: 'exportJson', Icon: FileJson },
  { id: 'export-markdown', group: 'chat', label: 'exportMarkdown', Icon: FileText },
  { id: 'export-html', group: 'chat', label: 'exportHtml', Icon: FileCode },
  { id: 'print', group: 'chat', label: 'printChat', Icon: Printer },
  { id: 'delete', group: 'chat', label: 'deleteWord', Icon: Trash2 },
  { id: 'open-in-tab', group: 'chat', label: 'openInTab', Icon: Maximize2 },
] as const satisfies readonly Row[];

const MESSAGE_ACTIONS = [
  { id: 'write', group: 'question', label: 'writeMessage', Icon: MessageSquareText, shortcut: 'Mod+Shift+L' },
  { id: 'choose-model', group: 'question', label: 'chooseModel', Icon: Cpu, shortcut: 'Mod+Shift+M' },
  { id: 'web', group: 'question', label: 'webPrompt', Icon: Globe },
  { id: 'own-chats', group: 'question', label: 'ownDataPrompt', Icon: MessagesSquare },
  { id: 'without-page', group: 'question', label: 'askWithoutPage', Icon: FileX2 },
  { id: 'about-page', group: 'question', label: 'askAboutPage', Icon: FilePlus2 },
  { id: 'translate-page', group: 'question', label: 'translatePage', Icon: Languages },
  { id: 'choose-page', group: 'question', label: 'contextWhatToAskAbout', Icon: FileText },
  { id: 'mention', group: 'question', label: 'mentions', Icon: AtSign },
  { id: 'attach', group: 'question', label: 'attachFiles', Icon: Paperclip },
  { id: 'prompts', group: 'question', label: 'choosePrompt', Icon: Slash },
  { id: 'stop', group: 'answer', label: 'stop', Icon: Square, shortcut: 'Mod+.' },
  { id: 'copy-answer', group: 'answer', label: 'copyAnswer', Icon: Copy },
  { id: 'insert', group: 'answer', label: 'insertIntoPage', Icon: TextCursorInput },
  { id: 'retry', group: 'answer', label: 'retry', Icon: RotateCcw },
  { id: 'retry-with', group: 'answer', label: 'answerWithAnother', Icon: Cpu },
  { id: 'continue', group: 'answer', label: 'continueAnswer', Icon: StepForward },
  { id: 'read-aloud', group: 'answer', label: 'readAloud', Icon: Volume2 },
  { id: 'stop-reading', group: 'answer', label: 'stopReading', Icon: Square },
] as const satisfies readonly Row[];

/** A section, or a whole page. The first page has no fragment. */
type SettingsId = `settings-${(typeof SETTINGS_SECTIONS | typeof SETTINGS_PAGES)[number]['hash']}` | 'diagnostics';

export type PanelActionId = (typeof CHAT_ACTIONS)[number]['id'] | (typeof MESSAGE_ACTIONS)[number]['id'] | SettingsId;

export type PanelAction = Row & { id: PanelActionId };

/**
 * Every action of the panel, once. Its buttons and menus, the command palette and the shortcuts take names, icons and
 * keys from here. Approvals are excluded, because their buttons need a click on the request that was read.
 */
export const PANEL_ACTIONS: readonly PanelAction[] = [
  ...CHAT_ACTIONS,
  ...MESSAGE_ACTIONS,
  ...SETTINGS_SECTIONS.map(
    ({ hash, name }): PanelAction => ({ id: `settings-${hash}`, group: 'settings', label: name, Icon: Settings }),
  ),
  { id: 'diagnostics', group: 'settings', label: 'diagnostics', Icon: Settings },
];

export function panelAction(id: PanelActionId): PanelAction {
  const match = PANEL_ACTIONS.find((each) => each.id === id);
  if (match === undefined) throw new Error(`No action is called ${id}.`);
  return match;
}

/**
 * Returns the shortcuts in effect, by action. The user's own take precedence over defaults with the same keys. Of two
 * identical ones, the first counts.
 */
export function effectiveShortcuts(own: PanelShortcuts): ReadonlyMap<PanelActionId, Shortcut> {
  const shortcutsInUse = new Set<Shortcut>();
  const shortcutsById = new Map<PanelActionId, Shortcut>();
  const take = (id: PanelActionId, shortcut: Shortcut | null | undefined) => {
    if (shortcut == null || shortcutsInUse.has(shortcut)) return;
    shortcutsInUse.add(shortcut);
    shortcutsById.set(id, shortcut);
  };
  for (const { id } of PANEL_ACTIONS) take(id, own[id]);
  for (const { id, shortcut } of PANEL_ACTIONS) if (own[id] === undefined) take(id, shortcut);
  return shortcutsById;
}
