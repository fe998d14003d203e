import './site-access.css';
import { createContext, useContext, useEffect, useState } from 'react';
import { t } from '../../lib/i18n/index.ts';

/** Which sites and servers the browser lets Sidenote reach, and how to ask for more. */
export type SiteAccess = {
  /** Whether the user always allows the site of this address. */
  isAllowed: (url: string) => boolean;
  /** How often the toolbar button shared a page of this site since the browser started. */
  shareCount: (url: string) => number;
  /** How often it shared any page. */
  shareTotal: number;
  /** The site that a tab showed when it was last shared, or null. */
  findLastSite: (tabId: number) => string | null;
  /** The address of an endpoint; null if it has none. */
  findEndpointAddress: (endpointId: string) => string | null;
  /** Asks the browser for the host of an address. Call it directly in a click handler. */
  allow: (url: string) => Promise<boolean>;
  /** The same for all sites. */
  allowAllSites: () => Promise<boolean>;
  /** Asks the browser for the permissions to open pages on the web. Call it directly in a click handler. */
  allowOpeningPages: () => Promise<boolean>;
  /** Whether the browser shows the panel beside pages, and its button in a toolbar. */
  hasPanelBeside: boolean;
  showsReaderView: (tabId: number) => Promise<boolean>;
  /** Leaves Reader View. Resolves, once the page has loaded, with whether its site is always allowed. */
  leaveReaderView: (tabId: number) => Promise<boolean>;
};

export const SiteAccess = createContext<SiteAccess | null>(null);

/** Offers to always allow the site of an address; nothing if it is allowed, or no permission covers it. */
export function AlwaysAllowSite({ url }: { url: string | null }) {
  const access = useContext(SiteAccess);
  const site = URL.parse(url ?? '');
  if (access === null || site === null || !/^https?:$/.test(site.protocol) || access.isAllowed(site.href)) return null;
  return <AskBrowser label={t('alwaysAllowSite', { site: site.hostname })} onAsk={() => access.allow(site.href)} />;
}

/** The same for the site that a tab showed when it was last shared. */
export function AlwaysAllowLastSite({ tabId }: { tabId: number }) {
  return <AlwaysAllowSite url={useContext(SiteAccess)?.findLastSite(tabId) ?? null} />;
}

/** Number of shared pages from which on a site counts as one that the user reads with Sidenote. */
const MIN_SHARES_FOR_SITE = 2;

/** The same for a site whose pages were shared one by one. */
export function AlwaysAllowSharedSite({ url }: { url: string }) {
  const access = useContext(SiteAccess);
  return access !== null && access.shareCount(url) >= MIN_SHARES_FOR_SITE ? <AlwaysAllowSite url={url} /> : null;
}

/**
 * A button to allow the server of an endpoint, whose access the user may have revoked in the browser. `onAllowed` is called when
 * it is allowed.
 */
export function AllowEndpoint({ endpointId, onAllowed }: { endpointId: string; onAllowed: () => void }) {
  const access = useContext(SiteAccess);
  const url = URL.parse(access?.findEndpointAddress(endpointId) ?? '');
  if (access === null || url === null || access.isAllowed(url.href)) return null;
  const ask = async () => {
    const isGranted = await access.allow(url.href);
    if (isGranted) onAllowed();
    return isGranted;
  };
  return <AskBrowser label={t('allowNamedSite', { site: url.host })} onAsk={ask} />;
}

/** Allows opening pages on the web. */
export function AllowOpeningPages() {
  const access = useContext(SiteAccess);
  return access && <AskBrowser label={t('webAllowPages')} onAsk={access.allowOpeningPages} />;
}

/** Number of shared pages after which the user is offered to allow all sites. */
const MIN_SHARES_FOR_ALL_SITES = 3;

/**
 * Says how to share a tab. If the user has shared many, it also offers to allow all sites. A tab in Reader View has to leave it
 * first, which is offered; `onReadable` is called if its page can be read then. The browser reveals Reader View only after a
 * click on the toolbar button.
 */
export function HowToShare({ tabId, onReadable }: { tabId: number; onReadable: () => void }) {
  const access = useContext(SiteAccess);
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    let isOver = false;
    void access?.showsReaderView(tabId).then((shows) => isOver || setIsShown(shows));
    return () => {
      isOver = true;
    };
  }, [access, tabId]);
  if (access === null || !isShown)
    return (
      <p className="permission-scope">
        {t(access?.hasPanelBeside === false ? 'howToShareByMenu' : 'howToShare')}{' '}
        {access && access.shareTotal >= MIN_SHARES_FOR_ALL_SITES && (
          <AskBrowser label={t('alwaysAllowAllSites')} onAsk={access.allowAllSites} />
        )}
      </p>
    );
  const leave = async () => {
    setIsShown(false);
    if (await access.leaveReaderView(tabId)) onReadable();
  };
  return (
    <p className="permission-scope">
      {t('pageReaderView')}{' '}
      <button type="button" className="button small ask-browser" onClick={() => void leave()}>
        {t('leaveReaderView')}
      </button>
    </p>
  );
}

/** A button that has the browser ask the user, and says if the answer was no. */
function AskBrowser({ label, onAsk }: { label: string; onAsk: () => Promise<boolean> }) {
  const [isDenied, setIsDenied] = useState(false);
  return (
    <>
      <button
        type="button"
        className="button small ask-browser"
        onClick={() => void onAsk().then((isGranted) => setIsDenied(!isGranted))}
      >
        {label}
      </button>
      {isDenied && (
        <small className="ask-browser-denied" role="status">
          {t('browserSaidNo')}
        </small>
      )}
    </>
  );
}
