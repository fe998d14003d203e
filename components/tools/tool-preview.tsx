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
        <List>
          {preview.items.map(({ title, depth }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a result does not change
            <li key={index} dir="auto" style={{ paddingInlineStart: `${depth}em` }}>
              <PassageButton text={title}>{title}</PassageButton>
            </li>
          ))}
        </List>
      );
    case 'passages':
      return (
        <List>
          {preview.items.map(({ place, text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a result does not change
            <li key={index} dir="auto" className="passage">
              {place !== '' && <span className="passage-place">{place}</span>}
              {text} <PassageButton text={text} />
            </li>
          ))}
        </List>
      );
    case 'links':
      return (
        <List>
          {preview.items.map(({ text, url }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a result does not change
            <li key={index} dir="auto">
              {text === '' ? t('noText') : text} <span className="link-address">{visibleText(url)}</span>
            </li>
          ))}
        </List>
      );
    case 'results':
      return (
        <List>
          {preview.items.map(({ title, url, snippet, date }) => (
            <li key={url} dir="auto" className="search-result">
              <SiteIcon url={url} /> {title} <span className="link-address">{visibleText(url)}</span>
              {(snippet !== '' || date !== '') && (
                <span className="search-snippet">{[date, snippet].filter((text) => text !== '').join(' · ')}</span>
              )}
            </li>
          ))}
        </List>
      );
    case 'pages':
      return (
        <List>
          {preview.items.map(({ title, url, snippet, date }) => (
            <li key={url} dir="auto" className="own-hit">
              <PageLink url={url}>{title === '' ? visibleText(url) : title}</PageLink>
              <span className="own-place">{[date, snippet].filter((text) => text !== '').join(' · ')}</span>
              <span className="own-text link-address">{visibleText(url)}</span>
            </li>
          ))}
        </List>
      );
    case 'chats':
      return (
        <List>
          {preview.items.map((hit, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a result does not change
            <li key={index} dir="auto" className="passage own-hit">
              <ChatLink {...hit} />
              <span className="own-place">{hit.date}</span>
              <span className="own-text">{hit.text}</span>
            </li>
          ))}
        </List>
      );
    case 'tabs':
      return (
        <List>
          {preview.items.map((hit, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a result does not change
            <li key={index} dir="auto" className="passage own-hit">
              <TabLink {...hit} />
              <span className="own-place">{URL.parse(hit.url)?.host ?? ''}</span>
              <span className="own-text">{hit.text}</span>
            </li>
          ))}
        </List>
      );
    case 'pdf-pages':
      return (
        <List>
          {preview.items.map(({ page, text }) => (
            <li key={page} dir="auto" className="passage pdf-page">
              <span className="passage-place">{t('pdfPageNumber', { page })}</span>
              {text}
            </li>
          ))}
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

function List({ children }: { children: ReactNode[] }) {
  return children.length === 0 ? null : <ul className="tool-preview">{children}</ul>;
}
