import {
  AppWindow,
  Bookmark,
  Camera,
  Captions,
  FileText,
  Globe,
  History,
  Info,
  Link,
  type LucideIcon,
  MessagesSquare,
  PanelsTopLeft,
  Pencil,
  Plug,
  Save,
  Search,
  Table,
  TextCursorInput,
  TextSelect,
  Wrench,
} from 'lucide-react';
import type { ToolIcon as IconName } from '../../lib/contracts/index.ts';

const ICONS: Record<IconName, LucideIcon> = {
  'app-window': AppWindow,
  bookmark: Bookmark,
  camera: Camera,
  captions: Captions,
  'file-text': FileText,
  globe: Globe,
  history: History,
  info: Info,
  link: Link,
  'messages-square': MessagesSquare,
  'panels-top-left': PanelsTopLeft,
  pencil: Pencil,
  save: Save,
  search: Search,
  table: Table,
  'text-cursor-input': TextCursorInput,
  'text-select': TextSelect,
  wrench: Wrench,
};

/** The icon of a tool. `null` for a tool without a view, such as one of an MCP server. */
export function ToolIcon({ icon }: { icon: IconName | null }) {
  const Icon = icon === null ? Plug : ICONS[icon];
  return <Icon className="tool-icon" size={14} aria-hidden />;
}
