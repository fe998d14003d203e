import './context-pill.css';
import { Ban, ChevronDown, FilePlus2, FileText, FileX2, Lock, type LucideIcon, Pin } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatList, t } from '../../lib/i18n/index.ts';
import { decodedComponent } from '../../lib/text/index.ts';
import { formatTokenCount } from '../parts/amounts.ts';
import { IconButton } from '../parts/buttons.tsx';
import { Popover } from '../parts/popover.tsx';

/** The page a question would be about, as far as the browser reveals it. */
export type ContextPage = { title: string; url: string };

type Props = {
  page: ContextPage | null;
  /** The approximate size in tokens. Null if unknown. */
  tokens: number | null;
  /** Whether the model's server processes the page while the question is typed. */
  isPreparing: boolean;
  /** Whether the tab stays selected although another one is active. */
  isPinned: boolean;
  /** Whether the pinned tab was closed. */
  isPinnedTabClosed: boolean;
  /** Whether the user asks without a page. */
  isWithoutPage: boolean;
  onToggle: () => void;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  /** The menu, while it is open. */
  children: ReactNode;
};

/** Shows the tab that will be read, or why it cannot be read yet. */
export function ContextPill(props: Props) {
  const { page, tokens, isPreparing, isPinned, isPinnedTabClosed, isWithoutPage, onToggle, isOpen, onOpen, children } =
    props;
  const { icon: Icon, label, hint, site } = pageLabel(isWithoutPage ? null : page);
  const showsPin = isPinned && !isWithoutPage;
  const size = site !== undefined && tokens !== null ? formatTokenCount(tokens) : '';
  const cost = isPreparing ? t('preparing') : size;
  const toggle = t(isWithoutPage ? 'askAboutPage' : 'askWithoutPage');
  return (
    <>
      <div role="status">{isPinnedTabClosed && <p className="context-lost">{t('contextPinnedClosed')}</p>}</div>
      <div className="context-bar">
        <Popover
          className="context-choice"
          isOpen={isOpen}
          onOpen={onOpen}
          button={(opener) => (
            <button
              {...opener}
              type="button"
              className="popover-button context-pill"
              // The visible parts are only separated visually.
              aria-label={formatList(
                [t('context'), showsPin ? t('contextPinned') : '', label, site ?? '', cost].filter(
                  (each) => each !== '',
                ),
              )}
              title={hint}
            >
              {showsPin ? <Pin size={13} aria-hidden /> : <Icon size={13} aria-hidden />}
              <output aria-label={t('context')}>
                <span dir="auto">{label}</span>
                {site && <small> {site}</small>}
                {cost !== '' && <small className="tokens"> {cost}</small>}
              </output>
              <ChevronDown size={12} aria-hidden />
            </button>
          )}
        >
          {children}
        </Popover>
        {page !== null && (
          <IconButton label={toggle} onClick={onToggle}>
            {isWithoutPage ? <FilePlus2 size={14} aria-hidden /> : <FileX2 size={14} aria-hidden />}
          </IconButton>
        )}
      </div>
    </>
  );
}

/** `site` is set for a page with read access. It is '' if it already is the label. */
function pageLabel(page: ContextPage | null): { icon: LucideIcon; label: string; hint: string; site?: string } {
  if (page === null) return { icon: Ban, label: t('noPage'), hint: t('noPageHint') };
  const url = page.url === '' ? null : URL.parse(page.url);
  if (url === null) {
    return { icon: Lock, label: t('tabHidden'), hint: t('tabHiddenHint') };
  }
  if (url.protocol === 'file:') {
    const name = decodedComponent(url.pathname.split('/').at(-1) ?? '');
    const title = withoutName(page.title, name);
    const isNamed = title !== '' && !isAddress(page);
    return {
      icon: FileText,
      label: isNamed ? title : name || url.pathname,
      hint: page.url,
      site: isNamed && title !== name ? name : '',
    };
  }
  // A page created by a script can be read, but only the site of that script has a name.
  if (url.protocol === 'blob:' || url.protocol === 'data:') {
    const site = URL.parse(url.pathname)?.host ?? '';
    const label = madePageTitle(page) || site || url.protocol;
    return { icon: FileText, label, hint: `${label}\n${t('contextReadableWhy')}`, site: site === label ? '' : site };
  }
  if (page.url.startsWith('about:reader?')) {
    return { icon: Ban, label: t('readerView'), hint: t('pageReaderView') };
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { icon: Ban, label: t('browserPage'), hint: `${t('contextBrowserPageWhy')}\n${page.url}` };
  }
  return {
    icon: FileText,
    label: page.title === '' ? url.host : page.title,
    hint: `${page.title}\n${page.url}\n${t('contextReadableWhy')}`,
    site: page.title === '' || isAddress(page) ? '' : url.host,
  };
}

/** Whether a browser uses the address without its scheme as the title, because the page has none. */
function isAddress({ title, url }: ContextPage): boolean {
  return url === title || url.endsWith(`://${title}`);
}

/**
 * For such documents, browsers use the end of the address as the title. That is meaningless here: an id, or the
 * document itself.
 */
function madePageTitle({ title, url }: ContextPage): string {
  const name = url.split('/').at(-1) ?? '';
  const own = withoutName(title, name);
  return url.endsWith(own) ? '' : own;
}

/** Firefox's PDF viewer appends the name of the file to the title. */
function withoutName(title: string, name: string): string {
  return title.endsWith(` - ${name}`) ? title.slice(0, -` - ${name}`.length) : title;
}
