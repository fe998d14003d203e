import { AppWindow, Bookmark, MessagesSquare, Plug } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Mention, Prompt } from '../../lib/contracts/index.ts';
import { language, type PlainKey, t } from '../../lib/i18n/index.ts';
import { visibleText } from '../../lib/security/index.ts';
import '../parts/menu.css';
import './suggestion-menu.css';

/** A suggestion of the field while `/` or `@` is being written. */
export type Suggestion = { key: string; content: ReactNode; pick: () => void };

type Props = {
  id: string;
  label: string;
  suggestions: readonly Suggestion[];
  active: number;
  onActive: (index: number) => void;
};

/** The suggestions for what is being written. The field keeps the focus and handles the keys. */
export function SuggestionMenu({ id, label, suggestions, active, onActive }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div id={id} ref={list} className="menu suggestion-menu" role="listbox" aria-label={label}>
      {suggestions.map(({ key, content, pick }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys are pressed in the field
        <div
          key={key}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={() => onActive(index)}
          onClick={pick}
        >
          {content}
        </div>
      ))}
    </div>
  );
}

/** `server` is the name of the MCP server that offers it. Absent for prompts of the user and of Sidenote. */
export type OfferedPrompt = Prompt & { server?: string; onPick: () => void };

export function PromptSuggestion({ prompt: { name, text, server } }: { prompt: OfferedPrompt }) {
  return (
    <>
      <b dir="auto">/{name}</b> {server !== undefined && <small>{server}</small>}{' '}
      <span dir="auto">{text.replaceAll('{{selection}}', t('selectedText'))}</span>
    </>
  );
}

const KINDS: Record<Mention['kind'], { name: PlainKey; icon: ReactNode }> = {
  tab: { name: 'mentionTab', icon: <AppWindow size={14} aria-hidden /> },
  chat: { name: 'mentionChat', icon: <MessagesSquare size={14} aria-hidden /> },
  bookmark: { name: 'mentionBookmark', icon: <Bookmark size={14} aria-hidden /> },
  resource: { name: 'mentionResource', icon: <Plug size={14} aria-hidden /> },
  template: { name: 'mentionTemplate', icon: <Plug size={14} aria-hidden /> },
};

/**
 * A tab, chat, bookmark or resource: its kind as an icon (and in words for screen readers), its title, and its place or
 * time.
 */
export function MentionSuggestion({ mention }: { mention: Mention }) {
  const { name, icon } = KINDS[mention.kind];
  const { title, detail } = describeMention(mention);
  return (
    <>
      {icon}
      <span className="visually-hidden">{t(name)}</span> <b dir="auto">{title}</b> <span>{detail}</span>
    </>
  );
}

function describeMention(mention: Mention): { title: string; detail: string } {
  switch (mention.kind) {
    case 'tab':
      return { title: mention.tab.title || mention.tab.url, detail: parseHost(mention.tab.url) };
    case 'chat':
      return { title: mention.title || t('untitledChat'), detail: new Date(mention.at).toLocaleDateString(language()) };
    case 'bookmark':
      return { title: mention.title || mention.url, detail: parseHost(mention.url) };
    case 'resource':
      return { title: visibleText(mention.resource.name), detail: mention.server.name };
    case 'template':
      return { title: `${visibleText(mention.template.name)} …`, detail: mention.server.name };
    default:
      return mention satisfies never;
  }
}

function parseHost(url: string): string {
  return URL.parse(url)?.host ?? '';
}

/** The key of a mention in a list. */
export function mentionKey(mention: Mention): string {
  switch (mention.kind) {
    case 'tab':
      return `tab ${mention.tab.tabId}`;
    case 'chat':
      return `chat ${mention.threadId}`;
    case 'bookmark':
      return `bookmark ${mention.url}`;
    case 'resource':
      return `resource ${mention.server.serverId} ${mention.resource.uri}`;
    case 'template':
      return `template ${mention.server.serverId} ${mention.template.uriTemplate}`;
    default:
      return mention satisfies never;
  }
}
