import './tool-preview.css';
import { createContext, type ReactNode, useContext } from 'react';
import type { ToolPreview } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { visibleText } from '../../lib/security/index.ts';
import { Link } from '../markdown/link.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { PassageButton } from '../markdown/passages.tsx';
import { SiteIcon } from '../parts/site-icon.tsx';

/** Opens a chat at a message. Null if there is no panel to open it in. */
export const OpenChat = createContext<((threadId: string, messageId: string) => void) | null>(null);

/** Opens a tab, at a text on its page. Null if there is no panel that can do so. */
export const ShowTab = createContext<((tabId: number, text: string) => void) | null>(null);

/** A preview of a result. Its content comes from the page, so it is shown as text and never as links. */
export function ToolPreviewView({ preview }: { preview: ToolPreview }): ReactNode {
  switch (preview.kind) {
    case 'outline':
      return (
        <List items={preview.items} indent={({ depth }) => depth}>
          {({ title }) => <PassageButton text={title}>{title}</PassageButton>}
        </List>
      );
    case 'passages':
      return (
        <List items={preview.items} className="passage">
          {({ place, text }) => (
            <>
              {place !== '' && <span className="passage-place">{place}</span>}
              {text} <PassageButton text={text} />
            </>
          )}
        </List>
      );
    case 'links':
      return (
        <List items={preview.items}>
          {({ text, url }) => (
            <>
              {text === '' ? t('noText') : text} <span className="link-address">{visibleText(url)}</span>
            </>
          )}
        </List>
      );
    case 'results':
      return (
        <List items={preview.items} className="search-result">
          {({ title, url, snippet, date }) => (
            <>
              <SiteIcon url={url} /> {title} <span className="link-address">{visibleText(url)}</span>
              {(snippet !== '' || date !== '') && <span className="search-snippet">{joinParts(date, snippet)}</span>}
            </>
          )}
        </List>
      );
    case 'pages':
      return (
        <List items={preview.items} className="own-hit">
          {({ title, url, snippet, date }) => (
            <>
              <PageLink url={url}>{title === '' ? visibleText(url) : title}</PageLink>
              <span className="own-place">{joinParts(date, snippet)}</span>
              <span className="own-text link-address">{visibleText(url)}</span>
            </>
          )}
        </List>
      );
    case 'chats':
      return (
        <List items={preview.items} className="passage own-hit">
          {(hit) => (
            <>
              <ChatLink {...hit} />
              <span className="own-place">{hit.date}</span>
              <span className="own-text">{hit.text}</span>
            </>
          )}
        </List>
      );
    case 'tabs':
      return (
        <List items={preview.items} className="passage own-hit">
          {(hit) => (
            <>
              <TabLink {...hit} />
              <span className="own-place">{URL.parse(hit.url)?.host ?? ''}</span>
              <span className="own-text">{hit.text}</span>
            </>
          )}
        </List>
      );
    case 'pdf-pages':
      return (
        <List items={preview.items} className="passage pdf-page">
          {({ page, text }) => (
            <>
              <span className="passage-place">{t('pdfPageNumber', { page })}</span>
              {text}
            </>
          )}
        </List>
      );
    case 'table':
      return <Markdown text={preview.markdown} />;
    default:
      return preview satisfies never;
  }
}

/** A page that the user has saved or visited. A risky address is shown as for links in answers. */
function PageLink({ url, children }: { url: string; children: ReactNode }): ReactNode {
  const address = URL.parse(url);
  return address === null || !/^https?:$/.test(address.protocol) ? children : <Link url={address}>{children}</Link>;
}

/** The title of another chat, which opens it at a message. */
function ChatLink({ threadId, messageId, title }: { threadId: string; messageId: string; title: string }): ReactNode {
  const open = useContext(OpenChat);
  if (open === null) return title;
  return (
    <button
      type="button"
      className="passage-button with-text"
      title={t('openChatHere')}
      onClick={() => open(threadId, messageId)}
    >
      {title}
    </button>
  );
}

/** The title of an open tab, which opens that tab. */
function TabLink({ tabId, title, url, text }: { tabId: number; title: string; url: string; text: string }): ReactNode {
  const show = useContext(ShowTab);
  const name = title === '' ? visibleText(url) : title;
  if (show === null) return name;
  return (
    <button type="button" className="passage-button with-text" title={t('showTab')} onClick={() => show(tabId, text)}>
      {name}
    </button>
  );
}

type ListProps<Item> = {
  items: readonly Item[];
  className?: string;
  /** How far an item is indented, in em. */
  indent?: (item: Item) => number;
  children: (item: Item) => ReactNode;
};

function List<Item>({ items, className, indent, children }: ListProps<Item>): ReactNode {
  if (items.length === 0) return null;
  return (
    <ul className="tool-preview">
      {items.map((item, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a result does not change
          key={index}
          dir="auto"
          className={className}
          style={indent && { paddingInlineStart: `${indent(item)}em` }}
        >
          {children(item)}
        </li>
      ))}
    </ul>
  );
}

function joinParts(date: string, snippet: string): string {
  return [date, snippet].filter((text) => text !== '').join(' · ');
}
